import type { McpClient, McpListing } from '../../application/ports/mcp-client.ts';
import { Exchange } from './exchange.ts';
import { reasonOf } from './mcp-answers.ts';
import { connectionTo, type McpConnection, type McpParts } from './mcp-connection.ts';
import { McpConversationSession } from './mcp-session.ts';

/** Longest description of all tools, in bytes. */
const LIST_BYTES_MAX = 1_024 * 1_024;
const TOOLS_MAX = 200;
const PAGES_MAX = 20;

/** MCP over streamable HTTP by the official SDK. */
export const sdkMcpClient = (parts: McpParts): McpClient => ({
  session: (access) => new McpConversationSession(parts, access),
  async list(access) {
    let connection: McpConnection | null = null;
    try {
      const opened = (connection = connectionTo(parts, access));
      const timeoutMs = access.server.timeout_secs * 1_000;
      const exchange = new Exchange({ clock: parts.clock, timeoutMs, bytes: LIST_BYTES_MAX });
      return await exchange.run(async (signal) => {
        await opened.open(signal);
        return allTools(opened, signal);
      });
    } catch (error) {
      return { ok: false, reason: reasonOf(error) };
    } finally {
      await connection?.close();
    }
  },
});

async function allTools(connection: McpConnection, signal: AbortSignal): Promise<McpListing> {
  const tools: unknown[] = [];
  let cursor: unknown;
  for (let page = 0; page < PAGES_MAX; page += 1) {
    const result = await connection.request('tools/list', typeof cursor === 'string' ? { cursor } : {}, signal);
    if (Array.isArray(result['tools'])) tools.push(...(result['tools'] as unknown[]));
    cursor = result['nextCursor'];
    if (typeof cursor !== 'string' || tools.length >= TOOLS_MAX) break;
  }
  const isComplete = typeof cursor !== 'string' && tools.length <= TOOLS_MAX;
  return { ok: true, tools: tools.slice(0, TOOLS_MAX), isComplete };
}

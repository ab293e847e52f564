import type { McpClient } from '../../application/ports/mcp-client.ts';
import { listTools } from './list-tools.ts';
import type { McpParts } from './mcp-connection.ts';
import { keyOf, McpConversationSession } from './mcp-session.ts';

/** MCP over streamable HTTP by the official SDK. */
export const sdkMcpClient = (parts: McpParts): McpClient => ({
  idempotencyKey: keyOf,
  session: (access) => new McpConversationSession(parts, access),
  list: (access) => listTools(parts, access),
});

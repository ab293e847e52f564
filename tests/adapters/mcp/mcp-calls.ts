import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { network } from '../../../adapters/lib/network.ts';
import { sdkMcpClient } from '../../../adapters/mcp-client/sdk-client.ts';
import type { McpAccess, McpSession, McpToolCall } from '../../../application/ports/mcp-client.ts';
import type { McpServer, McpTool } from '../../../domain/agents/mcp-server.ts';
import { parseMcpServers } from '../../../domain/agents/mcp-servers.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import type { NewToolSecret } from '../../../domain/credentials/tool-secret.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openMcpServer, type OpenMcpServer, type ServedTools } from './mcp-server.ts';

export const PARAMETERS = { type: 'object', properties: { size: { type: 'integer', minimum: 1 } }, required: ['size'] };

/** An MCP server with a tool that books tables. */
export const serverAt = (url: string, changes: object = {}, tool: object = {}): McpServer =>
  parseMcpServers(
    [
      {
        ...{ name: 'bookings', url },
        tools: [{ name: 'book', description: 'Books a table.', parameters: PARAMETERS, ...tool }],
        ...changes,
      },
    ],
    [],
  )[0]!;

type Handler = (given: { size: number }) => Promise<object> | object;

/** The tool `book` with this result. */
export const booking = (handler: Handler): ServedTools => ({
  list: [
    { name: 'book', description: 'Books a table.', inputSchema: PARAMETERS, annotations: { readOnlyHint: false } },
  ],
  call: (_, given) => handler(given as { size: number }),
});

/** A tool that does not answer. */
export const NEVER = (): Promise<object> => new Promise(() => undefined);

export const text = (words: string): object => ({ content: [{ type: 'text', text: words }] });

/** A client that may reach these servers on this machine, and a clock that stands still. */
export function mcpClient(...localUpstreams: readonly string[]) {
  const clock = fakeClock();
  const parts = {
    ...{ clock, argumentSchemas: ajvArgumentSchemas() },
    network: network({ allowPrivate: false, localUpstreams }),
  };
  const client = sdkMcpClient(parts);
  const sessionAt = (server: McpServer, secrets: readonly NewToolSecret[] = []) => {
    const access: McpAccess = { server, variables: {}, secrets };
    const session = client.session(access);
    return { session, call: callerOf(session, server.tools[0]!) };
  };
  const listAt = (server: McpServer, secrets: readonly NewToolSecret[] = []) =>
    client.list({ server, variables: {}, secrets });
  return { clock, sessionAt, listAt };
}

const callerOf =
  (session: McpSession, tool: McpTool) =>
  (more: Partial<McpToolCall> = {}, signal?: AbortSignal): Promise<ToolAnswer> =>
    session.call({ tool, arguments: { size: 4 }, callId: 'call-1', run: 3, ...more }, signal);

/** A server with the tool `book` until the end of the test, and a session at it. */
export async function sessionOf(
  handler: Handler,
  options: Parameters<typeof openMcpServer>[1] = {},
  { server: changes = {}, tool = {} }: { readonly server?: object; readonly tool?: object } = {},
) {
  const server = await openMcpServer(booking(handler), options);
  const client = mcpClient(new URL(server.url).origin);
  return { server, ...client, ...client.sessionAt(serverAt(server.url, changes, tool)) };
}

export const callsIn = (server: OpenMcpServer): number =>
  server.methods().filter((method) => method === 'tools/call').length;

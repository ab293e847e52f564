import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';

/** A session of the official SDK's client. */
export type McpTestSession = Awaited<ReturnType<typeof openMcpSession>>;

/** Connects the official SDK's client over a transport. */
export async function openMcpSession(transport: Transport) {
  const client = new Client({ name: 'tests', version: '1.0.0' });
  await client.connect(transport);
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    names: async () => (await client.listTools()).tools.map(({ name }) => name),
    /** Calls a tool and answers its text, and whether it is an error. */
    async call(name: string, given: Record<string, unknown> = {}) {
      const { content, isError = false } = await client.callTool({ name, arguments: given });
      const [part] = content as readonly { readonly type: string; readonly text: string }[];
      return { text: part?.text ?? '', isError: isError === true };
    },
    /** Calls a tool that has to succeed, and answers the JSON of its text. */
    async json<T>(name: string, given: Record<string, unknown> = {}): Promise<T> {
      const { text, isError } = await this.call(name, given);
      if (isError) throw new Error(text);
      return JSON.parse(text) as T;
    },
    close: () => client.close(),
  };
}

/** The same over streamable HTTP, with a token. */
export const openHttpMcp = (url: string, token: string, query = ''): Promise<McpTestSession> =>
  openMcpSession(
    new StreamableHTTPClientTransport(new URL(`${url}/mcp${query}`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );

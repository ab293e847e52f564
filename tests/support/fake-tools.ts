import type { McpClient } from '../../application/ports/mcp-client.ts';
import type { ToolCaller } from '../../application/ports/tool-caller.ts';

/** Answers for every tool, without a request. */
export const fakeToolCaller = (): ToolCaller => ({
  idempotencyKey: ({ run }) => `key-${run}`,
  call: async ({ tool }) => ({ ok: true, status: 200, content: `The answer of ${tool.name}`, variables: {} }),
});

/** A tool without arguments and secrets, as users write it. */
export const pingTool = () => ({
  ...{ type: 'http', name: 'ping', description: 'Pings.' },
  request: { method: 'GET', url: 'https://api.example.com/ping' },
});

/** MCP servers that answer for every tool, without a request. */
export const fakeMcpClient = (): McpClient => ({
  idempotencyKey: () => null,
  session: () => ({
    open: async () => null,
    call: async ({ tool }) => ({ ok: true, status: 200, content: `The answer of ${tool.name}`, variables: {} }),
    close: async () => undefined,
  }),
  list: async () => ({ tools: [], isComplete: true, reason: null, cause: null }),
});

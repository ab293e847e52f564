import type { McpClient } from '../../application/ports/mcp-client.ts';

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

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

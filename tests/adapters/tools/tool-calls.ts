import { ajvArgumentSchemas } from '../../../adapters/argument-schemas/ajv.ts';
import { network } from '../../../adapters/lib/network.ts';
import { httpToolCaller } from '../../../adapters/tool-caller/http.ts';
import type { ToolRequest } from '../../../application/ports/tool-caller.ts';
import type { HttpTool } from '../../../domain/agents/http-tool.ts';
import type { ToolAnswer } from '../../../domain/agents/tool-answer.ts';
import { parseTools } from '../../../domain/agents/tools.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { openToolServer } from './tool-server.ts';

/** What a failed call of a tool with side effects ends with when it may have been carried out. */
export const MAYBE = '. The action may have been carried out';

/** A tool with side effects at a server. */
export const toolAt = (url: string, changes: object = {}, request: object = {}): HttpTool =>
  parseTools(
    [
      {
        ...{ type: 'http', name: 'book_table', description: 'Books a table.' },
        parameters: { type: 'object', properties: { day: { type: 'string' }, guests: { type: 'integer' } } },
        request: { method: 'POST', url: `${url}/bookings`, body: { day: '{{day}}' }, ...request },
        ...changes,
      },
    ],
    [],
  )[0]!;

/** A caller that may reach these servers on this machine, and a clock that stands still. */
export function toolCaller(...localUpstreams: readonly string[]) {
  const clock = fakeClock();
  const parts = {
    clock,
    network: network({ allowPrivate: false, localUpstreams }),
    argumentSchemas: ajvArgumentSchemas(),
  };
  const tools = httpToolCaller(parts);
  const call = (tool: HttpTool, more: Partial<ToolRequest> = {}, signal?: AbortSignal): Promise<ToolAnswer> =>
    tools.call(
      { tool, arguments: { day: 'Friday' }, variables: {}, secrets: [], callId: 'call-1', run: 3, ...more },
      signal,
    );
  return { call, clock, idempotencyKey: tools.idempotencyKey };
}

/** A server that answers like this until the end of the test, and a caller that may reach it. */
export async function callerOf(answer: Parameters<typeof openToolServer>[0]) {
  const server = await openToolServer(answer);
  return { server, ...toolCaller(server.url) };
}

/** The answer of a failed call. */
export const failed = (content: string, status: number | null = null, cause?: string): ToolAnswer => ({
  ...(cause !== undefined && { cause }),
  ...{ ok: false, status, content: `The tool failed: ${content}`, variables: {}, mayHaveRun: content.endsWith(MAYBE) },
});

export const nextLoop = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

import { readPageResult, type PageResult, type PageTool } from '../../domain/agents/page-tools.ts';
import { argumentFault } from '../argument-fault.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { MediaChannel } from '../ports/media-channel.ts';
import type { RunnableTool } from './tool-runner.ts';

/** Why a tool cannot run where there is no page. */
export const NO_PAGE: PageResult = {
  reason: 'this call has no web page, so the tool cannot be used in it',
  mayHaveRun: false,
};

/** The tools of an agent that run in the page of the call, by name. The page gets arguments that fit their parameters only. */
export const openPageTools = (
  argumentSchemas: Pick<ArgumentSchemas, 'problems'>,
  tools: readonly PageTool[],
  channel: Pick<MediaChannel, 'callPage'>,
): readonly (readonly [string, RunnableTool])[] =>
  tools.map((tool) => [
    tool.name,
    {
      hasSideEffects: tool.side_effects,
      // Nothing is sent twice: the page has one socket.
      idempotencyKey: () => null,
      async call({ arguments: given, run }, signal) {
        const { name, timeout_secs, parameters } = tool;
        const fault = argumentFault(argumentSchemas, parameters, given);
        if (fault !== null) return readPageResult(tool, { reason: fault, mayHaveRun: false });
        const call = { name, id: `page_${run}`, arguments: given, timeoutMs: timeout_secs * 1_000 };
        return readPageResult(tool, (await channel.callPage?.(call, signal)) ?? NO_PAGE);
      },
    },
  ]);

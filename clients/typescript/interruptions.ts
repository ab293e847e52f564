import type { components } from '../../openapi.ts';

type TurnReports = components['schemas']['CallMetricsReport']['turns'];

/**
 * How often the caller interrupted the agent. A barge-in starts another turn, so the last turn never counts: it is
 * interrupted when the call ends during agent speech.
 */
export const interruptions = (turns: TurnReports): number =>
  turns.slice(0, -1).filter(({ was_interrupted }) => was_interrupted).length;

import type { components } from './schema.ts';

type Turns = components['schemas']['CallMetricsReport']['turns'];

/**
 * How often the caller spoke over the agent. That begins another turn, so it is never said of the last one: a last turn
 * that was interrupted is one in which the call ended.
 */
export const interruptions = (turns: Turns): number =>
  turns.slice(0, -1).filter(({ was_interrupted }) => was_interrupted).length;

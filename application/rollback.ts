import type { Log } from './ports/log.ts';

/** Says how to undo what was just done, should something after it fail. */
export type Undo = (step: () => Promise<unknown>) => void;

/**
 * Does work whose steps change the world in several places. When it fails, the steps that were done are undone, the
 * last one first, and the failure passes. What cannot be undone is logged, and does not keep the rest from being undone.
 */
export async function withRollback<T>(log: Log, work: (undo: Undo) => Promise<T>): Promise<T> {
  const steps: (() => Promise<unknown>)[] = [];
  try {
    return await work((step) => void steps.push(step));
  } catch (error) {
    for (const step of steps.toReversed())
      await step().catch((reason: unknown) => log.error('undo.failed', { reason: String(reason) }));
    throw error;
  }
}

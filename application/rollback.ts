import type { Log } from './ports/log.ts';

/** Registers how to undo a finished step if a later one fails. */
export type Undo = (step: () => Promise<unknown>) => void;

/**
 * Runs work with side effects in several places. On failure, undoes the finished steps in reverse order and rethrows.
 * An undo step that fails is logged and does not stop the others.
 */
export async function withRollback<T>(log: Log, work: (undo: Undo) => Promise<T>): Promise<T> {
  const steps: (() => Promise<unknown>)[] = [];
  try {
    return await work((step) => void steps.push(step));
  } catch (error) {
    for (const step of steps.toReversed())
      await step().catch((reason: unknown) => log.error('rollback.step_failed', { reason: String(reason) }));
    throw error;
  }
}

import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlock, isWriteConflict } from './mongo-errors.ts';

/** Most attempts of an operation that conflicts with others. */
const ATTEMPTS_MAX = 10;
/** Longest first pause, in milliseconds. It grows with each attempt. */
const PAUSE_MS = 100;
/** PostgreSQL detects deadlocks after a second. An earlier retry would join the next deadlock. In milliseconds. */
const DEADLOCK_PAUSE_MS = 1_100;
const DEADLOCK_SPREAD_MS = 400;

/** Retries an operation that conflicts with concurrent ones, until the signal aborts. */
export async function retryContention<R>(work: () => Promise<R>, signal: AbortSignal): Promise<R> {
  for (let attempt = 1; ; attempt += 1)
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isWriteConflict(error)) throw error;
      // One of the conflicting operations succeeds during the pause.
      await delay(pauseAfter(error, attempt), undefined, { signal });
    }
}

/** The pause after a failed attempt. In milliseconds. */
export const pauseAfter = (error: unknown, attempt: number): number =>
  isDeadlock(error) ? DEADLOCK_PAUSE_MS + DEADLOCK_SPREAD_MS * Math.random() : PAUSE_MS * attempt * Math.random();

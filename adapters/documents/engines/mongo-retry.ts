import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlock, isWriteConflict } from './mongo-errors.ts';

/** An operation that others were in the way of is asked for again so often. */
const ATTEMPTS_MAX = 10;
/** In milliseconds, as all of these. */
const PAUSE_MS = 100;
/** PostgreSQL looks for a deadlock after a second: who came back sooner would meet those who are still in the next. */
const DEADLOCK_PAUSE_MS = 1_100;
const DEADLOCK_SPREAD_MS = 400;

/** Asks again for what others were in the way of, but begins nothing any more once nobody has patience for it. */
export async function retryContention<R>(work: () => Promise<R>, signal: AbortSignal): Promise<R> {
  for (let attempt = 1; ; attempt += 1)
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS_MAX || !isWriteConflict(error)) throw error;
      // One of those that were in each other's way gets through meanwhile.
      await delay(pauseAfter(error, attempt), undefined, { signal });
    }
}

/** How long to stay away after a round that was taken back. In milliseconds. */
export const pauseAfter = (error: unknown, attempt: number): number =>
  isDeadlock(error) ? DEADLOCK_PAUSE_MS + DEADLOCK_SPREAD_MS * Math.random() : PAUSE_MS * attempt * Math.random();

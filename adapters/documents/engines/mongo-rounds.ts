import { setTimeout as delay } from 'node:timers/promises';
import { isDeadlock, isTakenBack } from './mongo-errors.ts';

/** An operation that others were in the way of is asked for again so often. */
const ROUNDS = 10;
/** In milliseconds, as all of these. */
const PAUSE_MS = 100;
/** PostgreSQL looks for a deadlock after a second: who came back sooner would meet those who are still in the next. */
const DEADLOCK_PAUSE_MS = 1_100;
const DEADLOCK_SPREAD_MS = 400;

/** Asks again for what others were in the way of, but begins nothing any more once nobody has patience for it. */
export async function untilDone<R>(work: () => Promise<R>, patience: AbortSignal): Promise<R> {
  for (let round = 1; ; round += 1)
    try {
      patience.throwIfAborted();
      return await work();
    } catch (error) {
      if (round === ROUNDS || !isTakenBack(error)) throw error;
      // One of those that were in each other's way gets through meanwhile.
      await delay(pauseAfter(error, round), undefined, { signal: patience });
    }
}

/** How long to stay away after a round that was taken back. In milliseconds. */
export const pauseAfter = (error: unknown, round: number): number =>
  isDeadlock(error) ? DEADLOCK_PAUSE_MS + DEADLOCK_SPREAD_MS * Math.random() : PAUSE_MS * round * Math.random();

import { setImmediate as settled } from 'node:timers/promises';
import { VirtualClock } from '../../application/virtual-clock.ts';
import type { Clock } from '../../application/ports/clock.ts';

/** A clock that advances only on request. */
export type FakeClock = ReturnType<typeof fakeClock>;

/** A fake clock that starts at this time. */
export function fakeClock(start: Date | string = '2026-03-02T09:00:00.000Z') {
  const clock = new VirtualClock(new Date(start));
  let wallMs = 0;
  /** Lets this time begin to pass. The answer runs the next timer in it, and is false when it has passed. */
  const begin = (ms: number): (() => boolean) => {
    const until = clock.monotonic() + ms;
    clock.after(ms, () => undefined);
    return () => clock.next <= until && clock.advance();
  };
  return {
    /** How many timers are waiting. */
    get waiting() {
      return clock.waiting;
    },
    now: () => new Date(clock.now().getTime() + wallMs),
    monotonic: clock.monotonic,
    after: clock.after,
    /** Sets the wall clock forward or back; no time passes. */
    setWall(byMs: number) {
      wallMs += byMs;
    },
    /** Advances the time and runs the timers that fall due, in order, including those set on the way. */
    advance(ms: number) {
      const runNext = begin(ms);
      while (runNext());
    },
    /** The same, but before each timer, and at the end, everything is done that needs no time. */
    async advanceAsync(ms: number) {
      const runNext = begin(ms);
      do await settled();
      while (runNext());
    },
  } satisfies Clock & Record<string, unknown>;
}

import type { Cancel, Clock } from '../../application/ports/clock.ts';

/** A clock that advances only on request. */
export type FakeClock = ReturnType<typeof fakeClock>;

/** A fake clock that starts at this time. */
export function fakeClock(start: Date | string = '2026-03-02T09:00:00.000Z') {
  let epoch = new Date(start).getTime();
  const timers = new Set<{ due: number; run: () => void }>();
  let elapsed = 0;

  const runNext = (until: number): boolean => {
    // A set keeps the order of insertion: equal timers run in the order they were set.
    let next: { due: number; run: () => void } | undefined;
    for (const timer of timers) if (next === undefined || timer.due < next.due) next = timer;
    if (!next || next.due > until) return false;
    timers.delete(next);
    elapsed = Math.max(elapsed, next.due);
    next.run();
    return true;
  };

  return {
    /** How many timers are waiting. */
    get waiting() {
      return timers.size;
    },
    now: () => new Date(epoch + elapsed),
    monotonic: () => elapsed,
    after(ms: number, run: () => void): Cancel {
      const timer = { due: elapsed + Math.max(0, ms), run };
      timers.add(timer);
      return () => timers.delete(timer);
    },
    /** Sets the wall clock forward or back; no time passes. */
    setWall(byMs: number) {
      epoch += byMs;
    },
    /** Advances the time and runs the timers that fall due, in order, including those set on the way. */
    advance(ms: number) {
      const until = elapsed + ms;
      while (runNext(until));
      elapsed = until;
    },
    /** The same, but lets promises resolve between timers. */
    async advanceAsync(ms: number) {
      const until = elapsed + ms;
      do await settled();
      while (runNext(until));
      elapsed = until;
      await settled();
    },
  } satisfies Clock & Record<string, unknown>;
}

/** Resolves when no pending promise can proceed without time passing. */
const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

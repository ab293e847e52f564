import type { Clock } from '../../application/ports/clock.ts';

/** A jump of the wall clock larger than this is followed: the machine slept, or was set right. */
const JUMP_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A wait that ends later than this ends because the process stood still. In milliseconds. */
const STOOD_STILL_MS = 100;

/**
 * The machine's time. The wall clock runs on the monotonic one, so that small corrections never reorder timestamps. When the
 * process stood still, what arrived meanwhile is looked at before waits end: or every time-out would strike at those who had
 * answered in time.
 */
export function systemClock(): Clock {
  const offset = (): number => Date.now() - performance.now();
  let epoch = offset();
  /** How many waits are over and let arrivals go first. */
  let overdue = 0;

  const after: Clock['after'] = (ms, run) => {
    if (ms > LONGEST_TIMER_MS) {
      let cancel = after(LONGEST_TIMER_MS, () => (cancel = after(ms - LONGEST_TIMER_MS, run)));
      return () => cancel();
    }
    const due = performance.now() + ms;
    let isDue = true;
    const timer = setTimeout(() => {
      // Also a wait that is in time lets those before it go first.
      if (overdue === 0 && performance.now() - due < STOOD_STILL_MS) return run();
      overdue += 1;
      setImmediate(() => {
        overdue -= 1;
        if (isDue) run();
      });
    }, ms).unref();
    return () => {
      isDue = false;
      clearTimeout(timer);
    };
  };

  return {
    now() {
      if (Math.abs(offset() - epoch) > JUMP_MS) epoch = offset();
      return new Date(epoch + performance.now());
    },
    monotonic: () => performance.now(),
    after,
  };
}

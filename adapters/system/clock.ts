import type { Clock } from '../../application/ports/clock.ts';

/** Larger jumps of the wall clock are followed: the machine slept, or its clock was set. */
const JUMP_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;
/** A timer later than this means the process stood still. In milliseconds. */
const STOOD_STILL_MS = 100;

/**
 * The machine's time. The wall clock follows the monotonic one, so that small corrections never reorder timestamps.
 * After a standstill, received data is processed before timers run: otherwise every timeout would hit peers that
 * answered in time.
 */
export function systemClock(): Clock {
  const offset = (): number => Date.now() - performance.now();
  let epoch = offset();
  /** The number of due timers that wait for received data. */
  let overdue = 0;

  const after: Clock['after'] = (ms, run) => {
    if (ms > LONGEST_TIMER_MS) {
      let cancel = after(LONGEST_TIMER_MS, () => (cancel = after(ms - LONGEST_TIMER_MS, run)));
      return () => cancel();
    }
    const due = performance.now() + ms;
    let isDue = true;
    const timer = setTimeout(() => {
      // A punctual timer also waits for earlier ones.
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

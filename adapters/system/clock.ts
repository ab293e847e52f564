import type { Clock } from '../../application/ports/clock.ts';

/** A jump of the wall clock larger than this is followed: the machine slept, or was set right. */
const JUMP_MS = 1_000;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** The machine's time. The wall clock runs on the monotonic one, so that small corrections never reorder timestamps. */
export function systemClock(): Clock {
  const offset = (): number => Date.now() - performance.now();
  let epoch = offset();

  const after: Clock['after'] = (ms, run) => {
    if (ms > LONGEST_TIMER_MS) {
      let cancel = after(LONGEST_TIMER_MS, () => (cancel = after(ms - LONGEST_TIMER_MS, run)));
      return () => cancel();
    }
    const timer = setTimeout(run, ms).unref();
    return () => clearTimeout(timer);
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

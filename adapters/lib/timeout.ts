import { withTimeout } from '../../application/with-timeout.ts';

/** Timers of the process, for adapters without a clock. */
const TIMERS = {
  after(ms: number, run: () => void) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The result of the work. After this many milliseconds rejects, aborts the signal and ignores a later result. */
export const rejectAfter = <T>(
  ms: number,
  work: Promise<T> | ((signal: AbortSignal) => Promise<T>),
  failure = (): Error => new Error(`No answer within ${ms} ms`),
): Promise<T> =>
  withTimeout(TIMERS, ms, typeof work === 'function' ? work : () => work, () => {
    throw failure();
  });

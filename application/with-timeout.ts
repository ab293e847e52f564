import { unavailable } from '../domain/errors.ts';
import type { Clock } from './ports/clock.ts';

type Timer = Pick<Clock, 'after'>;

/**
 * The result of the work. After `ms` milliseconds the signal aborts and the result is that of `onTimeout`, which by
 * default throws `unavailable`. A later result of the work is ignored.
 */
export async function withTimeout<T>(
  clock: Timer,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  onTimeout = (): T => {
    throw unavailable(`No answer within ${ms} ms`);
  },
): Promise<T> {
  const timeout = new AbortController();
  return resultWithin(clock, ms, work(timeout.signal), () => {
    timeout.abort();
    return onTimeout();
  });
}

/** The result, or that of `onTimeout` after `ms` milliseconds: for work without a signal. */
export async function resultWithin<T>(clock: Timer, ms: number, result: Promise<T>, onTimeout: () => T): Promise<T> {
  let cancel = (): void => undefined;
  // A single promise: this runs for each chunk of a stream.
  const expiry = new Promise<T>((resolve) => {
    cancel = clock.after(ms, () => resolve(Promise.resolve().then(onTimeout)));
  });
  try {
    return await Promise.race([result, expiry]);
  } finally {
    cancel();
  }
}

/** Resolves after `ms` milliseconds. */
export const pause = (clock: Timer, ms: number): Promise<void> =>
  new Promise((resolve) => void clock.after(ms, resolve));

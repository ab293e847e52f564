import { unavailable } from '../domain/errors.ts';
import type { Clock } from './ports/clock.ts';

/**
 * The result of the work. After `ms` milliseconds the signal aborts and the result is that of `onTimeout`, which by
 * default throws `unavailable`. A later result of the work is ignored.
 */
export async function withTimeout<T>(
  clock: Pick<Clock, 'after'>,
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  onTimeout = (): T => {
    throw unavailable(`No answer within ${ms} ms`);
  },
): Promise<T> {
  const timeout = new AbortController();
  let cancel = (): void => undefined;
  const expiry = new Promise<void>((resolve) => (cancel = clock.after(ms, resolve))).then(() => {
    timeout.abort();
    return onTimeout();
  });
  try {
    return await Promise.race([work(timeout.signal), expiry]);
  } finally {
    cancel();
  }
}

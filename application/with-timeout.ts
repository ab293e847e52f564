import { unavailable } from '../domain/errors.ts';
import type { Clock } from './ports/clock.ts';

/**
 * Resolves with the result of the work. After `ms` milliseconds it rejects with `unavailable` and aborts the signal.
 */
export async function withTimeout<T>(clock: Clock, ms: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const timeout = new AbortController();
  let cancel = (): void => undefined;
  const expiry = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => {
      reject(unavailable(`No answer within ${ms} ms`));
      timeout.abort();
    });
  });
  try {
    return await Promise.race([work(timeout.signal), expiry]);
  } finally {
    cancel();
  }
}

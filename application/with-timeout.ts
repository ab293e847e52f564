import { unavailable } from '../domain/errors.ts';
import type { Clock } from './ports/clock.ts';

/** What the work comes to, or `unavailable` when that takes longer than so many milliseconds; then its signal aborts. */
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

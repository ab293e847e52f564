import type { Clock } from '../ports/clock.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

/** Goes on with the promise, or gives up with a retryable failure after so many milliseconds. */
export async function vendorTimeout<T>(clock: Clock, ms: number, what: string, promise: Promise<T>): Promise<T> {
  let cancel = (): void => undefined;
  const overdue = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(new VendorFailure(`${what} took longer than ${ms} ms`, { retryable: true })));
  });
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    cancel();
  }
}

/** The same stream, given up with a retryable failure when a piece takes longer than so many milliseconds. */
export async function* withChunkTimeout<T>(
  clock: Clock,
  ms: number,
  what: string,
  stream: AsyncIterable<T>,
): AsyncIterable<T> {
  const chunks = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await vendorTimeout(clock, ms, what, chunks.next());
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A stream that hangs would also hang in its own ending: it is told to end, and not waited for.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/**
 * The same stream, which tells at once when it is ended by somebody who still waits for its next piece. A stream that hangs
 * would not learn of that before it goes on.
 */
export function cancellableStream<T>(stream: AsyncGenerator<T>, cancelled: () => void): AsyncIterableIterator<T> {
  let waiting = 0;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      waiting += 1;
      return stream.next().finally(() => (waiting -= 1));
    },
    return() {
      if (waiting > 0) cancelled();
      return stream.return(undefined);
    },
  };
}

/** What an error says of itself. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

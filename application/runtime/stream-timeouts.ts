import type { Clock } from '../ports/clock.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

/** Rejects with a retryable failure if the promise takes longer than `ms` milliseconds. */
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

/** The same stream. Fails with a retryable failure if a chunk takes longer than `ms` milliseconds. */
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
    // A stream that hangs would also hang on return, so the return is not awaited.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/**
 * The same stream, which reports at once when its consumer returns while it waits for a chunk. A hanging generator
 * would not notice before its next chunk.
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

/** The message of a thrown value. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

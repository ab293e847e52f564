import type { Clock } from '../ports/clock.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';

/** Timeouts of a stream, in ms: to its first chunk, to each later one, and for all waits together. */
export interface StreamTimeouts {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly totalMs: number;
}

/**
 * The same stream. Fails with a retryable `VendorFailure` when a timeout passes. Time that the consumer takes does not
 * count.
 */
export async function* withStreamTimeouts<T>(
  clock: Clock,
  what: string,
  stream: AsyncIterable<T>,
  { firstMs, nextMs, totalMs }: StreamTimeouts,
): AsyncGenerator<T> {
  const chunks = stream[Symbol.asyncIterator]();
  let waitedMs = 0;
  try {
    for (let ms = firstMs; ; ms = nextMs) {
      const since = clock.monotonic();
      const left = Math.min(ms, totalMs - waitedMs);
      const next = await inTime(clock, left, chunks.next(), `${what} took too long to answer`);
      waitedMs += clock.monotonic() - since;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A stream that hangs would also hang on return, so the return is not awaited.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

/** The result, unless it takes longer. Streams have a chunk for every few words, so there is no signal to abort. */
async function inTime<T>(clock: Clock, ms: number, result: Promise<T>, tooLate: string): Promise<T> {
  let cancel = (): void => undefined;
  const expiry = new Promise<never>((_resolve, reject) => {
    cancel = clock.after(ms, () => reject(new VendorFailure(tooLate, { retryable: true })));
  });
  try {
    return await Promise.race([result, expiry]);
  } finally {
    cancel();
  }
}

/** The message of a thrown value. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error));

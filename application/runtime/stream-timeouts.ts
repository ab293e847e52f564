import type { Clock } from '../ports/clock.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { resultWithin } from '../with-timeout.ts';

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
  const tooLate = (): never => {
    throw new VendorFailure(`${what} took too long to answer`, { retryable: true });
  };
  let waitedMs = 0;
  try {
    for (let ms = firstMs; ; ms = nextMs) {
      const since = clock.monotonic();
      const left = Math.min(ms, totalMs - waitedMs);
      // Streams have a chunk for every few words, so there is no signal to abort.
      const next = await resultWithin(clock, left, chunks.next(), tooLate);
      waitedMs += clock.monotonic() - since;
      if (next.done) return;
      yield next.value;
    }
  } finally {
    // A stream that hangs would also hang on return, so the return is not awaited.
    void Promise.resolve(chunks.return?.()).catch(() => undefined);
  }
}

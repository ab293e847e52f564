import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';

/** How long the first piece of an answer may take, each further one, and all of them together. In milliseconds. */
export interface ChunkTimeouts {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly totalMs: number;
}

/**
 * The same pieces. Throws a VendorFailure when one of them takes too long, or all together do; the rest is not waited for
 * then. Only the time counts in which a piece is waited for.
 */
export async function* withChunkTimeouts<T>(
  chunks: AsyncIterable<T>,
  vendor: string,
  timeouts: ChunkTimeouts,
): AsyncGenerator<T> {
  const iterator = chunks[Symbol.asyncIterator]();
  let timer: NodeJS.Timeout | undefined;
  let remainingMs = timeouts.totalMs;
  const timeoutAfter = (ms: number) =>
    new Promise<never>((_, reject) => {
      const failure = (): VendorFailure => (ms < remainingMs ? tookTooLong(vendor) : neverEnded(vendor));
      timer = setTimeout(() => reject(failure()), Math.min(ms, remainingMs));
    });
  try {
    for (let ms = timeouts.firstMs; ; ms = timeouts.nextMs) {
      const since = performance.now();
      const chunk = await Promise.race([iterator.next(), timeoutAfter(ms)]);
      remainingMs -= performance.now() - since;
      clearTimeout(timer);
      if (chunk.done) return;
      if (remainingMs <= 0) throw neverEnded(vendor);
      yield chunk.value;
    }
  } finally {
    clearTimeout(timer);
    // Pieces that hang would also hang in their own ending: they are told to end, and not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

const tookTooLong = (vendor: string): VendorFailure => disconnection(vendor, 'took too long to answer');

const neverEnded = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} did not come to the end of its answer`, { retryable: false });

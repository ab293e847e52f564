import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';

/** Timeouts for the first chunk, for each later chunk and for the whole stream, in ms. */
export interface ChunkTimeouts {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly totalMs: number;
}

/** Yields the chunks unchanged. Throws a VendorFailure when a timeout passes. Time spent by the consumer does not count. */
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
    // A stream that hangs would also hang in `return`, so this does not wait for it.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

const tookTooLong = (vendor: string): VendorFailure => disconnection(vendor, 'took too long to answer');

const neverEnded = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} did not come to the end of its answer`, { retryable: false });

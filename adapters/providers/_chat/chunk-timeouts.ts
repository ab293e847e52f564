import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { disconnection } from '../../lib/vendor-failures.ts';

/** How long the first piece of an answer may take, each further one, and all of them together. In milliseconds. */
export interface Patience {
  readonly firstMs: number;
  readonly nextMs: number;
  readonly wholeMs: number;
}

/**
 * The same pieces. Throws a VendorFailure when one of them takes too long, or all together do; the rest is not waited for
 * then. Only the time counts in which a piece is waited for.
 */
export async function* timely<T>(pieces: AsyncIterable<T>, vendor: string, patience: Patience): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  let overdue: NodeJS.Timeout | undefined;
  let left = patience.wholeMs;
  const late = (ms: number) =>
    new Promise<never>((_, reject) => {
      const failure = (): VendorFailure => (ms < left ? slow(vendor) : endless(vendor));
      overdue = setTimeout(() => reject(failure()), Math.min(ms, left));
    });
  try {
    for (let ms = patience.firstMs; ; ms = patience.nextMs) {
      const since = performance.now();
      const piece = await Promise.race([iterator.next(), late(ms)]);
      left -= performance.now() - since;
      clearTimeout(overdue);
      if (piece.done) return;
      if (left <= 0) throw endless(vendor);
      yield piece.value;
    }
  } finally {
    clearTimeout(overdue);
    // Pieces that hang would also hang in their own ending: they are told to end, and not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

const slow = (vendor: string): VendorFailure => disconnection(vendor, 'took too long to answer');

const endless = (vendor: string): VendorFailure =>
  new VendorFailure(`${vendor} did not come to the end of its answer`, { retryable: false });

import { disconnection } from '../../lib/vendor-failures.ts';

/** How long the first piece of an answer may take, and each further one. In milliseconds. */
export interface Patience {
  readonly firstMs: number;
  readonly nextMs: number;
}

/** The same pieces. Throws a VendorFailure when one of them takes too long; the rest is not waited for then. */
export async function* timely<T>(pieces: AsyncIterable<T>, vendor: string, patience: Patience): AsyncGenerator<T> {
  const iterator = pieces[Symbol.asyncIterator]();
  let overdue: NodeJS.Timeout | undefined;
  const late = (ms: number) =>
    new Promise<never>((_, reject) => {
      overdue = setTimeout(() => reject(disconnection(vendor, 'took too long to answer')), ms);
    });
  try {
    for (let ms = patience.firstMs; ; ms = patience.nextMs) {
      const piece = await Promise.race([iterator.next(), late(ms)]);
      clearTimeout(overdue);
      if (piece.done) return;
      yield piece.value;
    }
  } finally {
    clearTimeout(overdue);
    // Pieces that hang would also hang in their own ending: they are told to end, and not waited for.
    void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}

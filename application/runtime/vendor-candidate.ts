/** One of several vendors of the same stage. */
export interface VendorCandidate<Open extends (...how: never) => Promise<unknown>> {
  readonly provider: string;
  readonly open: Open;
}

/**
 * Opens the first available candidate from `start` on, once around the circle. If none opens, throws the first error.
 */
export async function openFirstAvailable<T>(
  openers: readonly (() => Promise<T>)[],
  start: number,
): Promise<{ readonly index: number; readonly opened: T }> {
  const order = openers.map((_, step) => (start + step) % openers.length);
  const failures: unknown[] = [];
  for (const index of order) {
    try {
      return { index, opened: await (openers[index] as () => Promise<T>)() };
    } catch (failure) {
      failures.push(failure);
    }
  }
  throw failures[0];
}

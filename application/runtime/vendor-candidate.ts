/** One of several vendors who may do the same work. */
export interface VendorCandidate<Open extends (...how: never) => Promise<unknown>> {
  readonly provider: string;
  readonly open: Open;
}

/**
 * Whoever can be opened first from this place on, once around the circle, and what became of it. Throws what the first of
 * them threw when none can.
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

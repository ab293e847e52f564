/** Requests under way at the same time. */
const AT_ONCE = 4;

/** What could not be done, and why. */
export interface Failure<T> {
  readonly item: T;
  readonly why: string;
}

/** Does something with each of these items, a few at once. Answers the failures, in the order of the items. */
export async function runEach<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
  onProgress: (done: number) => void = () => undefined,
): Promise<readonly Failure<T>[]> {
  const failures = new Map<number, Failure<T>>();
  const waiting = items.entries();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const [at, item] of waiting) {
      await run(item).catch((error: unknown) => failures.set(at, { item, why: reasonOf(error) }));
      onProgress((done += 1));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return [...failures].toSorted(([one], [other]) => one - other).map(([, failure]) => failure);
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

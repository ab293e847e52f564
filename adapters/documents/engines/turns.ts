/**
 * Lets those who want the same thing go one after another, in the order in which they came, while all others go at
 * once. Who wants several things comes when all of them are free, and so nobody waits for somebody who waits for them.
 */
export function inTurns(): <R>(wanted: readonly string[], work: () => Promise<R>) => Promise<R> {
  /** Who comes last for a thing, until they are through. */
  const last = new Map<string, Promise<unknown>>();

  return async (wanted, work) => {
    const before = wanted.flatMap((thing) => last.get(thing) ?? []);
    const mine = before.length === 0 ? work() : Promise.all(before).then(work);
    const through = mine.then(
      () => leave(),
      () => leave(),
    );
    for (const thing of wanted) last.set(thing, through);
    return mine;

    function leave(): void {
      for (const thing of wanted) if (last.get(thing) === through) last.delete(thing);
    }
  };
}

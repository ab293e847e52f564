/**
 * Lets those who want the same thing go one after another, in the order in which they came, while all others go at
 * once. Who wants several things comes when all of them are free, and so nobody waits for somebody who waits for them.
 * A turn is a courtesy: nobody waits for it longer than `mostMs`.
 */
export class Turns {
  /** Who comes last for a thing, until they are through. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #mostMs: number;

  constructor(mostMs: number) {
    this.#mostMs = mostMs;
  }

  /** How many things somebody is at, or waits for. */
  get size(): number {
    return this.#last.size;
  }

  /** Works when the things that are wanted are free, or have not become so for long enough. */
  async take<R>(wanted: readonly string[], work: () => Promise<R>): Promise<R> {
    const before = wanted.flatMap((thing) => this.#last.get(thing) ?? []);
    const mine = before.length === 0 ? work() : this.#free(before).then(work);
    const leave = (): void => {
      for (const thing of wanted) if (this.#last.get(thing) === through) this.#last.delete(thing);
    };
    const through = mine.then(leave, leave);
    for (const thing of wanted) this.#last.set(thing, through);
    return mine;
  }

  async #free(before: readonly Promise<void>[]): Promise<void> {
    let clock: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      clock = setTimeout(resolve, this.#mostMs);
    });
    await Promise.race([Promise.all(before), late]);
    clearTimeout(clock);
  }
}

/**
 * Lets those who want the same thing go one after another, in the order in which they came, while all others go at
 * once. Who wants several things comes when all of them are free, and so nobody waits for somebody who waits for them.
 * A turn is a courtesy: nobody waits for it longer than `mostMs`.
 */
export class KeyedLock {
  /** Who comes last for a thing, until they are through. */
  readonly #last = new Map<string, Promise<void>>();
  readonly #maxWaitMs: number;

  constructor(maxWaitMs: number) {
    this.#maxWaitMs = maxWaitMs;
  }

  /** How many things somebody is at, or waits for. */
  get size(): number {
    return this.#last.size;
  }

  /** Works when the things that are wanted are free, or have not become so for long enough. */
  async run<R>(keys: readonly string[], work: () => Promise<R>): Promise<R> {
    const before = keys.flatMap((key) => this.#last.get(key) ?? []);
    const result = before.length === 0 ? work() : this.#waitFor(before).then(work);
    const release = (): void => {
      for (const key of keys) if (this.#last.get(key) === done) this.#last.delete(key);
    };
    const done = result.then(release, release);
    for (const key of keys) this.#last.set(key, done);
    return result;
  }

  async #waitFor(before: readonly Promise<void>[]): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#maxWaitMs);
    });
    await Promise.race([Promise.all(before), timeout]);
    clearTimeout(timer);
  }
}

/** Runs work one after the other for each key, in the order it was asked for. A failure does not stop what follows. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const done = (this.#last.get(key) ?? Promise.resolve()).then(work);
    const ended = done.catch(() => undefined);
    this.#last.set(key, ended);
    try {
      return await done;
    } finally {
      if (this.#last.get(key) === ended) this.#last.delete(key);
    }
  }
}

/** Runs work sequentially per key, in the order of the calls. A failure does not stop the work after it. */
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

/** A stream that is filled from outside and read once, in order. */
export class Mailbox<T> implements AsyncIterable<T> {
  readonly #letters: T[] = [];
  #ending: { readonly fault: Error | null } | null = null;
  #wake: () => void = () => undefined;

  /** Adds a letter, unless the stream has ended. */
  put(letter: T): void {
    if (this.#ending) return;
    this.#letters.push(letter);
    this.#wake();
  }

  /** Ends the stream behind the last letter, with a fault if there is one. Only the first ending counts. */
  end(fault: Error | null = null): void {
    this.#ending ??= { fault };
    this.#wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#letters.length > 0) yield this.#letters.shift() as T;
      if (this.#ending?.fault) throw this.#ending.fault;
      if (this.#ending) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

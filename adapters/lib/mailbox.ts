/** A stream that is filled from outside and read once, in order. */
export class Mailbox<T> implements AsyncIterable<T> {
  readonly #sizeOf: (letter: T) => number;
  readonly #letters: T[] = [];
  #ending: { readonly fault: Error | null } | null = null;
  #unread = 0;
  #wake: () => void = () => undefined;

  /** How large its letters are is asked of whoever knows; none counts as large where nobody does. */
  constructor(sizeOf: (letter: T) => number = () => 0) {
    this.#sizeOf = sizeOf;
  }

  /** How much is there that was not read, all sizes together. */
  get unread(): number {
    return this.#unread;
  }

  /** Adds a letter, unless the stream has ended. */
  put(letter: T): void {
    if (this.#ending) return;
    this.#letters.push(letter);
    this.#unread += this.#sizeOf(letter);
    this.#wake();
  }

  /** Ends the stream behind the last letter, with a fault if there is one. Only the first ending counts. */
  end(fault: Error | null = null): void {
    this.#ending ??= { fault };
    this.#wake();
  }

  /** Ends the stream with a fault at once. What was not read is thrown away. */
  burst(fault: Error): void {
    this.#letters.length = 0;
    this.#unread = 0;
    this.end(fault);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#letters.length > 0) {
        const letter = this.#letters.shift() as T;
        this.#unread -= this.#sizeOf(letter);
        yield letter;
      }
      if (this.#ending?.fault) throw this.#ending.fault;
      if (this.#ending) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

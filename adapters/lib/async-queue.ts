/** A stream that is filled from outside and read once, in order. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #sizeOf: (item: T) => number;
  readonly #items: T[] = [];
  #end: { readonly error: Error | null } | null = null;
  #unread = 0;
  #wake: () => void = () => undefined;

  /** How large its letters are is asked of whoever knows; none counts as large where nobody does. */
  constructor(sizeOf: (item: T) => number = () => 0) {
    this.#sizeOf = sizeOf;
  }

  /** How much is there that was not read, all sizes together. */
  get unread(): number {
    return this.#unread;
  }

  /** Adds a letter, unless the stream has ended. */
  push(item: T): void {
    if (this.#end) return;
    this.#items.push(item);
    this.#unread += this.#sizeOf(item);
    this.#wake();
  }

  /** Ends the stream behind the last letter, with a fault if there is one. Only the first ending counts. */
  end(error: Error | null = null): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** Ends the stream with a fault at once. What was not read is thrown away. */
  fail(error: Error): void {
    this.#items.length = 0;
    this.#unread = 0;
    this.end(error);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T> {
    for (;;) {
      while (this.#items.length > 0) {
        const item = this.#items.shift() as T;
        this.#unread -= this.#sizeOf(item);
        yield item;
      }
      if (this.#end?.error) throw this.#end.error;
      if (this.#end) return;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}

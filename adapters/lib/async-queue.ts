/** An async queue with one reader, in order. */
export class AsyncQueue<T> implements AsyncIterable<T> {
  readonly #sizeOf: (item: T) => number;
  readonly #items: T[] = [];
  #end: { readonly error: Error | null } | null = null;
  #unread = 0;
  #wake: () => void = () => undefined;

  /** `sizeOf` measures items for `unread`. By default all are 0. */
  constructor(sizeOf: (item: T) => number = () => 0) {
    this.#sizeOf = sizeOf;
  }

  /** The total size of unread items. */
  get unread(): number {
    return this.#unread;
  }

  /** Adds an item, unless the queue has ended. */
  push(item: T): void {
    if (this.#end) return;
    this.#items.push(item);
    this.#unread += this.#sizeOf(item);
    this.#wake();
  }

  /** Ends the queue after its last item, with an error if there is one. Only the first end counts. */
  end(error: Error | null = null): void {
    this.#end ??= { error };
    this.#wake();
  }

  /** Discards unread items and ends the queue with an error. */
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

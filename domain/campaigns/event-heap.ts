/** Numbered items in the order of their times, and of their numbers at the same time. For millions of them. */
export class EventHeap {
  readonly #times: number[] = [];
  readonly #items: number[] = [];

  get size(): number {
    return this.#items.length;
  }

  /** The time of the first item. Infinity: there is none. */
  get nextTime(): number {
    return this.#times[0] ?? Infinity;
  }

  /** The number of the first item. Infinity: there is none. */
  get nextItem(): number {
    return this.#items[0] ?? Infinity;
  }

  push(time: number, item: number): void {
    let place = this.#items.length;
    this.#times.push(time);
    this.#items.push(item);
    for (let parent = (place - 1) >> 1; place > 0 && this.#isAfter(parent, time, item); parent = (place - 1) >> 1) {
      this.#put(place, this.#times[parent]!, this.#items[parent]!);
      place = parent;
    }
    this.#put(place, time, item);
  }

  /** Removes the first item and answers its number, or null. */
  pop(): number | null {
    const first = this.#items[0];
    if (first === undefined) return null;
    const [time, item] = [this.#times.pop()!, this.#items.pop()!];
    if (this.#items.length > 0) this.#sink(time, item);
    return first;
  }

  /** Puts an item in the place of the first one, and moves it to its own. */
  #sink(time: number, item: number): void {
    let place = 0;
    for (let child = this.#firstChild(0); child > 0 && !this.#isAfter(child, time, item);) {
      this.#put(place, this.#times[child]!, this.#items[child]!);
      place = child;
      child = this.#firstChild(place);
    }
    this.#put(place, time, item);
  }

  /** The place of the first one of the two below a place. 0: there is none. */
  #firstChild(place: number): number {
    const [left, right] = [2 * place + 1, 2 * place + 2];
    if (left >= this.#items.length) return 0;
    return right < this.#items.length && this.#isAfter(left, this.#times[right]!, this.#items[right]!) ? right : left;
  }

  /** Whether what is at a place comes after this. */
  #isAfter(place: number, time: number, item: number): boolean {
    const at = this.#times[place]!;
    return at > time || (at === time && this.#items[place]! > item);
  }

  #put(place: number, time: number, item: number): void {
    this.#times[place] = time;
    this.#items[place] = item;
  }
}

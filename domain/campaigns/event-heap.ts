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
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) return;
      this.#swap(place, parent);
      place = parent;
    }
  }

  /** Removes the first item and answers its number, or null. */
  pop(): number | null {
    const first = this.#items[0];
    if (first === undefined) return null;
    const last = this.#items.length - 1;
    this.#swap(0, last);
    this.#times.pop();
    this.#items.pop();
    this.#sink();
    return first;
  }

  #sink(): void {
    for (let place = 0; ;) {
      const [left, right] = [2 * place + 1, 2 * place + 2];
      let first = place;
      if (left < this.#items.length && this.#isBefore(left, first)) first = left;
      if (right < this.#items.length && this.#isBefore(right, first)) first = right;
      if (first === place) return;
      this.#swap(place, first);
      place = first;
    }
  }

  #isBefore(a: number, b: number): boolean {
    const [timeA, timeB] = [this.#times[a]!, this.#times[b]!];
    return timeA < timeB || (timeA === timeB && this.#items[a]! < this.#items[b]!);
  }

  #swap(a: number, b: number): void {
    [this.#times[a], this.#times[b]] = [this.#times[b]!, this.#times[a]!];
    [this.#items[a], this.#items[b]] = [this.#items[b]!, this.#items[a]!];
  }
}

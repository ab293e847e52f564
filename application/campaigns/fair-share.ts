/**
 * Weighted fair queueing: the key with the lowest virtual time goes next. Idle keys save no credit: a new or returning
 * key starts at the present virtual time.
 */
export class FairShare<T extends object> {
  #now = 0;
  readonly #next = new WeakMap<T, number>();

  /** The key's virtual time: the lowest goes next. */
  nextOf = (key: T): number => Math.max(this.#now, this.#next.get(key) ?? 0);

  /** Charges a key the cost of being served. */
  charge(key: T, cost: number): void {
    this.#now = this.nextOf(key);
    this.#next.set(key, this.#now + cost);
  }
}

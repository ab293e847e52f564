/**
 * Whose turn it is, where some turns are longer than others: who takes long ones has the fewer. What nobody used is not
 * saved up: who was away, or is new, has a turn like whoever is having one.
 */
export class FairShare<T extends object> {
  #now = 0;
  readonly #next = new WeakMap<T, number>();

  /** When its next turn comes: the lowest is the first. */
  nextOf = (key: T): number => Math.max(this.#now, this.#next.get(key) ?? 0);

  /** It has its turn, and no other before so much longer. */
  charge(key: T, cost: number): void {
    this.#now = this.nextOf(key);
    this.#next.set(key, this.#now + cost);
  }
}

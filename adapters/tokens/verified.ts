/** What a genuine token says, and between which moments it holds, in seconds since 1970. */
export interface Verified<T> {
  readonly says: T;
  /** Holds from this second on. */
  readonly from: number;
  /** Holds no more from this second on. */
  readonly until: number;
}

const MOST = 4_096;

/**
 * Remembers tokens that were found to be genuine, so that one which comes with every request is checked by its
 * signature once. Whether it holds now is asked at every use. Of too many those are forgotten that were not asked for.
 */
export class VerifiedTokens<T> {
  /** Asked for or found since the last turn; the older ones go when these are half of all that may be remembered. */
  #recent = new Map<string, Verified<T>>();
  #older = new Map<string, Verified<T>>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** How many tokens are remembered, at most. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** What a remembered token says, or null when it is not known to hold in this second. */
  saidBy(token: string, now: number): T | null {
    const recent = this.#recent.get(token);
    const known = recent ?? this.#older.get(token);
    if (!known) return null;
    if (now >= known.until) this.#forget(token);
    if (now < known.from || now >= known.until) return null;
    if (!recent) this.remember(token, known);
    return known.says;
  }

  /** Remembers a token whose signature was checked. */
  remember(token: string, verified: Verified<T>): void {
    if (this.#recent.size >= this.#most / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(token, verified);
  }

  #forget(token: string): void {
    this.#recent.delete(token);
    this.#older.delete(token);
  }
}

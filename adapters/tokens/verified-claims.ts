/** What a genuine token says, and between which moments it holds, in seconds since 1970. */
export interface VerifiedClaims<T> {
  readonly claims: T;
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
export class VerifiedTokenCache<T> {
  /** Asked for or found since the last turn; the older ones go when these are half of all that may be remembered. */
  #recent = new Map<string, VerifiedClaims<T>>();
  #older = new Map<string, VerifiedClaims<T>>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** How many tokens are remembered, at most. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** What a remembered token says, or null when it is not known to hold in this second. */
  claimsOf(token: string, now: number): T | null {
    const recent = this.#recent.get(token);
    const known = recent ?? this.#older.get(token);
    if (!known) return null;
    if (now >= known.until) this.#drop(token);
    if (now < known.from || now >= known.until) return null;
    if (!recent) this.remember(token, known);
    return known.claims;
  }

  /** Remembers a token whose signature was checked. */
  remember(token: string, verified: VerifiedClaims<T>): void {
    if (this.#recent.size >= this.#most / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
    }
    this.#recent.set(token, verified);
  }

  #drop(token: string): void {
    this.#recent.delete(token);
    this.#older.delete(token);
  }
}

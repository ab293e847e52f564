/** The claims of a verified token and its validity, in seconds since 1970. */
export interface VerifiedClaims<T> {
  readonly claims: T;
  /** Valid from this second. */
  readonly from: number;
  /** Invalid from this second. */
  readonly until: number;
}

const MOST = 4_096;

/**
 * Caches verified tokens, so that the signature of a token is checked once. Validity is checked on every use. Drops the
 * least recently used half when full.
 */
export class VerifiedTokenCache<T> {
  /** Used since the last rotation. The older half is dropped when this one is full. */
  #recent = new Map<string, VerifiedClaims<T>>();
  #older = new Map<string, VerifiedClaims<T>>();
  readonly #most: number;

  constructor(most = MOST) {
    this.#most = most;
  }

  /** The number of cached tokens, at most. */
  get size(): number {
    return this.#recent.size + this.#older.size;
  }

  /** The claims of a cached token, or null when it is unknown or not valid in this second. */
  claimsOf(token: string, now: number): T | null {
    const recent = this.#recent.get(token);
    const known = recent ?? this.#older.get(token);
    if (!known) return null;
    if (now >= known.until) this.#drop(token);
    if (now < known.from || now >= known.until) return null;
    if (!recent) this.remember(token, known);
    return known.claims;
  }

  /** Caches a verified token. */
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

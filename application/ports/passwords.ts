/** For hashing passwords. Never blocks the event loop; concurrency is bounded. */
export interface Passwords {
  hash(part: Uint8Array): Promise<string>;
  /** Whether the hash matches. Without a hash it takes the same time and returns false. */
  matches(part: Uint8Array, hash: string | null): Promise<boolean>;
}

/** For keeping passwords as hashes. Never blocks the event loop; concurrent work is bounded. */
export interface Passwords {
  hash(part: Uint8Array): Promise<string>;
  /** Whether the hash was made of this part. Without a hash it takes the same time and answers false. */
  matches(part: Uint8Array, hash: string | null): Promise<boolean>;
}

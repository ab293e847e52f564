/** For creating unguessable tokens and recognising them by digest. */
export interface OpaqueTokens {
  /** A new URL-safe token of 32 random bytes. */
  next(): string;
  /** The stored digest of a token: deterministic and irreversible. */
  digest(token: string): string;
}

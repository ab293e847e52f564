/** For making tokens that nobody can guess, and for recognising them without keeping them. */
export interface ResetTokens {
  /** A new token of 32 random bytes, fit to stand in a URL. */
  next(): string;
  /** What is stored of a token: the same each time, and nothing leads back from it. */
  digest(token: string): string;
}

/** For keeping texts at rest that only this platform can read. Without a usable key everything it does is `misconfigured`. */
export interface Cipher {
  /** Passes when there is a usable key. */
  requireKey(): void;
  /** A token that hides the text and cannot be changed unnoticed. Another one each time. */
  encrypt(text: string): string;
  /** The text of a token, or null when the token was changed, or made with another key. */
  decrypt(token: string): string | null;
}

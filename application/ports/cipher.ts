/** For encrypting text at rest. Without a usable key every method throws `misconfigured`. */
export interface Cipher {
  /** Throws unless there is a usable key. */
  requireKey(): void;
  /** An encrypted, authenticated token. Different each time. */
  encrypt(text: string): string;
  /** The text of a token, or null when the token was modified or made with another key. */
  decrypt(token: string): string | null;
}

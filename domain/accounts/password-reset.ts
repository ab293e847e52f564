/** Permission to set a new password, granted to the holder of the token. The token itself is never stored. */
export interface PasswordReset {
  /** SHA-256 of the token. */
  readonly token_hash: string;
  readonly email: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export const RESET_LIFETIME_MINUTES = 60;

/** Creates a password reset that is valid from now on for `RESET_LIFETIME_MINUTES`. */
export const newPasswordReset = (tokenHash: string, email: string, now: Date): PasswordReset => ({
  token_hash: tokenHash,
  email,
  created_at: now.toISOString(),
  expires_at: new Date(now.getTime() + RESET_LIFETIME_MINUTES * 60_000).toISOString(),
});

/** Whether the reset has not expired. */
export const isValid = (reset: PasswordReset, now: Date): boolean => now.toISOString() < reset.expires_at;

/** A permission to set a new password, held by whoever knows the token. The token itself is never stored. */
export interface PasswordReset {
  /** SHA-256 of the token. */
  readonly token_hash: string;
  readonly email: string;
  readonly created_at: string;
  readonly expires_at: string;
}

export const RESET_LIFETIME_MINUTES = 60;

/** A permission for this user that begins now and ends within the hour. */
export const newPasswordReset = (tokenHash: string, email: string, now: Date): PasswordReset => ({
  token_hash: tokenHash,
  email,
  created_at: now.toISOString(),
  expires_at: new Date(now.getTime() + RESET_LIFETIME_MINUTES * 60_000).toISOString(),
});

/** Whether a permission still holds at this moment. */
export const isValid = (reset: PasswordReset, now: Date): boolean => now.toISOString() < reset.expires_at;

import type { PasswordReset } from '../../domain/accounts/password-reset.ts';

/** For storing password resets, found by the hash of their token. */
export interface PasswordResetRepository {
  add(reset: PasswordReset): Promise<void>;
  /** The reset, which stays, or null. */
  find(tokenHash: string): Promise<PasswordReset | null>;
  /** Removes and returns the reset, or null. Of concurrent calls, one gets it. */
  take(tokenHash: string): Promise<PasswordReset | null>;
  /** Removes all resets of a user. */
  removeOf(email: string): Promise<void>;
  /** Removes the resets that expired before this time. */
  removeExpired(now: string): Promise<void>;
}

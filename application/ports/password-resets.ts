import type { PasswordReset } from '../../domain/accounts/password-reset.ts';

/** For keeping permissions to set a new password, found by the hash of their token. */
export interface PasswordResetRepository {
  add(reset: PasswordReset): Promise<void>;
  /** The permission, which stays, or null when there is none. */
  find(tokenHash: string): Promise<PasswordReset | null>;
  /** Removes the permission and answers it, or null when there is none. Of two who take one at once, one gets it. */
  take(tokenHash: string): Promise<PasswordReset | null>;
  /** Removes every permission of a user. */
  removeOf(email: string): Promise<void>;
  /** Removes the permissions that expired before this moment. */
  removeExpired(now: string): Promise<void>;
}

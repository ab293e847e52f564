import { isValid } from '../../domain/accounts/password-reset.ts';
import { hashedPart, newPassword } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { ResetTokens } from '../ports/reset-tokens.ts';
import type { UserRepository } from '../ports/users.ts';

export interface ResetPassword {
  readonly token: string;
  readonly new_password: string;
}

interface ResetPasswordPorts {
  readonly users: UserRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly resetTokens: ResetTokens;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/** Sets the password of who holds the token, once. Whatever else was mailed to that user before is worthless then. */
export const resetPassword =
  ({ users, passwordResets, resetTokens, passwords, clock }: ResetPasswordPorts) =>
  async (request: ResetPassword): Promise<void> => {
    const part = hashedPart(newPassword(request.new_password));
    const reset = await passwordResets.take(resetTokens.digest(request.token));
    if (!reset || !isValid(reset, clock.now())) throw rejected('Invalid or expired token');
    await users.update(reset.email, { password: await passwords.hash(part) });
    await passwordResets.removeOf(reset.email);
  };

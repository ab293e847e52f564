import { isValid, type PasswordReset } from '../../domain/accounts/password-reset.ts';
import { hashedPart, newPassword } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { Passwords } from '../ports/passwords.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { UserRepository } from '../ports/users.ts';

export interface ResetPassword {
  readonly token: string;
  readonly new_password: string;
}

interface ResetPasswordPorts {
  readonly users: UserRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly opaqueTokens: OpaqueTokens;
  readonly passwords: Passwords;
  readonly clock: Clock;
}

/**
 * Sets a new password with a reset token, once, ends all sessions of the user and confirms the account: reading the
 * mail proves ownership of the address. It also releases the account from its identity at an OpenID provider: the owner of
 * the address may have changed. All other reset tokens of the user become invalid. A request rejected for
 * another reason does not consume the token.
 */
export const resetPassword =
  ({ users, passwordResets, opaqueTokens, passwords, clock }: ResetPasswordPorts) =>
  async (request: ResetPassword): Promise<void> => {
    const part = hashedPart(newPassword(request.new_password));
    const token = opaqueTokens.digest(request.token);
    requireValid(await passwordResets.find(token), clock);
    const password = await passwords.hash(part);
    const { email } = requireValid(await passwordResets.take(token), clock);
    await passwordResets.removeOf(email);
    await users.endSessions(email, { password, unconfirmed: null, sso_issuer: null, sso_subject: null });
  };

function requireValid(reset: PasswordReset | null, clock: Clock): PasswordReset {
  if (!reset || !isValid(reset, clock.now())) throw rejected('Invalid or expired token');
  return reset;
}

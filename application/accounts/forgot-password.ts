import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import { storedAddress, type User } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { ResetTokens } from '../ports/reset-tokens.ts';
import type { UserRepository } from '../ports/users.ts';
import { resetMail } from './reset-mail.ts';

interface ForgotPasswordPorts {
  readonly users: UserRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly resetTokens: ResetTokens;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the pages are that a mail leads to. */
  readonly publicAppUrl: string;
}

/**
 * Mails the way to a new password to who has an account. For an address without one it does the same but the sending,
 * so that neither the answer nor the time it takes tells which addresses are known.
 */
export const forgotPassword =
  (ports: ForgotPasswordPorts) =>
  async ({ email }: { email: string }): Promise<void> => {
    const now = ports.clock.now();
    const user = await ports.users.find(storedAddress(email));
    const token = ports.resetTokens.next();
    const hash = ports.resetTokens.digest(token);
    await ports.passwordResets.removeExpired(now.toISOString());
    if (user) await ports.passwordResets.add(newPasswordReset(hash, user.email, now));
    await mailOrRefuse(ports, user, token);
  };

async function mailOrRefuse(ports: ForgotPasswordPorts, user: User | null, token: string): Promise<void> {
  const { mailer, log, publicAppUrl } = ports;
  try {
    await (user ? mailer.send(resetMail(user.email, publicAppUrl, token)) : mailer.rehearse());
  } catch (error) {
    log.error('mail.not_sent', { reason: error instanceof Error ? error.message : null, pii_error: error });
    throw rejected('The mail could not be sent', { cause: error });
  }
}

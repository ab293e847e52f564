import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { ResetTokens } from '../ports/reset-tokens.ts';
import type { UserRepository } from '../ports/users.ts';
import type { MailQueue } from './mail-queue.ts';
import { resetMail } from './reset-mail.ts';

interface ForgotPasswordPorts {
  readonly users: UserRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly resetTokens: ResetTokens;
  readonly mailer: Mailer;
  readonly mailQueue: MailQueue;
  readonly clock: Clock;
  readonly log: Log;
  /** Where the pages are that a mail leads to. */
  readonly publicAppUrl: string;
}

/** Whose the token is that is made for an address without an account. It is mailed to none and expires. */
const NO_USER = '';

/**
 * Mails the way to a new password to who has an account. Before it resolves it does the same for every address, so that
 * neither the answer nor the time it takes tells which addresses have an account: the mail leaves afterwards.
 */
export const forgotPassword =
  (ports: ForgotPasswordPorts) =>
  async ({ email }: { email: string }): Promise<void> => {
    const { users, passwordResets, resetTokens, mailer, mailQueue, clock, publicAppUrl } = ports;
    const now = clock.now();
    const user = await users.find(normaliseEmail(email));
    const token = resetTokens.next();
    await passwordResets.removeExpired(now.toISOString());
    await rehearse(ports);
    await passwordResets.add(newPasswordReset(resetTokens.digest(token), user?.email ?? NO_USER, now));
    mailQueue.add(async () => void (user && (await mailer.send(resetMail(user.email, publicAppUrl, token)))));
  };

/** Spec: 400 when no mail can be sent, as far as that is known before one is. */
async function rehearse({ mailer, log }: ForgotPasswordPorts): Promise<void> {
  try {
    await mailer.rehearse();
  } catch (error) {
    log.error('mail.not_sent', { reason: error instanceof Error ? error.message : null, pii_error: error });
    throw rejected('The mail could not be sent', { cause: error });
  }
}

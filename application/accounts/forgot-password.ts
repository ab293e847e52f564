import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import { normaliseEmail } from '../../domain/accounts/user.ts';
import { rejected } from '../../domain/errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { PasswordResetRepository } from '../ports/password-resets.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { UserRepository } from '../ports/users.ts';
import type { MailQueue } from './mail-queue.ts';
import { resetMail } from './reset-mail.ts';

interface ForgotPasswordPorts {
  readonly users: UserRepository;
  readonly passwordResets: PasswordResetRepository;
  readonly opaqueTokens: OpaqueTokens;
  readonly mailer: Mailer;
  readonly mailQueue: MailQueue;
  readonly clock: Clock;
  readonly log: Log;
  /** Base URL of the web console that mails link to. */
  readonly publicAppUrl: string;
}

/** Owner of a token created for an address without an account. It is never mailed and expires. */
const NO_USER = '';

/**
 * Mails a password reset link to an existing account. It does the same work for every address before it resolves, so
 * that neither response nor timing reveals whether an account exists. The mail is sent afterwards.
 */
export const forgotPassword =
  (ports: ForgotPasswordPorts) =>
  async ({ email }: { email: string }): Promise<void> => {
    const { users, passwordResets, opaqueTokens, mailer, mailQueue, clock, publicAppUrl } = ports;
    const now = clock.now();
    const user = await users.find(normaliseEmail(email));
    const token = opaqueTokens.next();
    await passwordResets.removeExpired(now.toISOString());
    await rehearse(ports);
    await passwordResets.add(newPasswordReset(opaqueTokens.digest(token), user?.email ?? NO_USER, now));
    mailQueue.add(async () => void (user && (await mailer.send(resetMail(user.email, publicAppUrl, token)))));
  };

/** Spec: 400 when mail cannot be sent, as far as that is known in advance. */
async function rehearse({ mailer, log }: ForgotPasswordPorts): Promise<void> {
  try {
    await mailer.rehearse();
  } catch (error) {
    log.error('mail.not_sent', { reason: error instanceof Error ? error.message : null, pii_error: error });
    throw rejected('The mail could not be sent', { cause: error });
  }
}

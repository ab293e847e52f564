import { RESET_LIFETIME_MINUTES } from '../../domain/accounts/password-reset.ts';
import { escapedHtml } from '../escaped-html.ts';
import type { Mail } from '../ports/mailer.ts';

/** The mail with a password reset link. Only the link varies. */
export function resetMail(to: string, publicAppUrl: string, token: string): Mail {
  const link = `${publicAppUrl}/reset-password?token=${token}`;
  const expiry = `The link works once, within ${RESET_LIFETIME_MINUTES} minutes.`;
  return {
    to,
    subject: 'Reset your password',
    text: [REASON, `Choose a new one here:\n\n${link}`, expiry, IGNORE_HINT, ''].join('\n\n'),
    html:
      `<p>${REASON}</p>\n<p><a href="${escapedHtml(link)}">Choose a new password</a></p>\n` +
      `<p>${expiry}</p>\n<p>${IGNORE_HINT}</p>\n`,
  };
}

const REASON = 'We received a request for a new password for your account.';
const IGNORE_HINT = 'If it was not you, do nothing: your password stays as it is.';

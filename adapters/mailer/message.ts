import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../application/ports/mailer.ts';
import { isUsableAddress } from '../../domain/accounts/user.ts';
import { failed } from '../../domain/errors.ts';

/** A mail in the library's own words, with nothing in it that the library would fetch or split. */
export function message({ to, subject, text, html }: Mail, from: string): SendMailOptions {
  if (!isUsableAddress(to)) throw failed('No mail can be sent to this address');
  return { from, to: { name: '', address: to }, subject, text, html, ...NOTHING_ELSE };
}

const NOTHING_ELSE = { disableFileAccess: true, disableUrlAccess: true };

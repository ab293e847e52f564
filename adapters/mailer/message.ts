import type { SendMailOptions } from 'nodemailer';
import type { Mail } from '../../application/ports/mailer.ts';
import { isUsableAddress } from '../../domain/accounts/user.ts';
import { failed } from '../../domain/errors.ts';

/** The mail for the library, with nothing the library would fetch or split. */
export function message({ to, subject, text, html }: Mail, from: string): SendMailOptions {
  if (!isUsableAddress(to)) throw failed('No mail can be sent to this address');
  return { from, to: { name: '', address: to }, subject, text, html, ...NOTHING_ELSE };
}

const NOTHING_ELSE = { disableFileAccess: true, disableUrlAccess: true };

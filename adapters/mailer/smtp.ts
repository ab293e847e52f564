import { createTransport } from 'nodemailer';
import type { Mailer } from '../../application/ports/mailer.ts';
import { DomainError, unavailable } from '../../domain/errors.ts';
import { message } from './message.ts';

const TIMEOUT_MS = 10_000;

/** Sends mail by SMTP: `smtp` uses STARTTLS when offered, `smtps` implicit TLS. Each step takes ten seconds at most. */
export function smtpMailer(url: string, from: string, timeoutMs = TIMEOUT_MS): Mailer {
  const transport = createTransport({
    url,
    dnsTimeout: timeoutMs,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });

  return {
    async send(mail) {
      await taken(async () => transport.sendMail(message(mail, from)));
    },
    async rehearse() {
      await taken(() => transport.verify());
    },
  };
}

async function taken(talk: () => Promise<unknown>): Promise<void> {
  try {
    await talk();
  } catch (error) {
    if (error instanceof DomainError) throw error;
    const { code = 'without a code' } = error as NodeJS.ErrnoException;
    throw unavailable(`The mail server did not take the mail: ${code}`, { cause: error });
  }
}

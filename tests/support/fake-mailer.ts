import type { Mail, Mailer } from '../../application/ports/mailer.ts';
import { unavailable } from '../../domain/errors.ts';

/** A mailer that keeps its mails, and counts the checks of its server. Every delivery fails once `fail` was called. */
export function fakeMailer() {
  const sent: Mail[] = [];
  let rehearsals = 0;
  let broken = false;
  const requireServer = (): void => {
    if (broken) throw unavailable('The mail server is away');
  };
  return {
    sent,
    get rehearsals() {
      return rehearsals;
    },
    async send(mail) {
      requireServer();
      sent.push(mail);
    },
    async rehearse() {
      rehearsals += 1;
      requireServer();
    },
    fail: () => void (broken = true),
    /** The token in the last mail. */
    lastToken: () => /token=([\w-]+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '',
  } satisfies Mailer & Record<string, unknown>;
}

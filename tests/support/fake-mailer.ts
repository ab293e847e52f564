import type { Mail, Mailer } from '../../application/ports/mailer.ts';
import { unavailable } from '../../domain/errors.ts';

/** A mailer that keeps its mails for assertions. */
export interface FakeMailer extends Mailer {
  readonly sent: readonly Mail[];
  /** Number of delivery checks. */
  readonly rehearsals: number;
  /** Makes every delivery fail from now on. */
  fail(): void;
  /** The token in the last mail. */
  lastToken(): string;
}

export function fakeMailer(): FakeMailer {
  const sent: Mail[] = [];
  let rehearsals = 0;
  let broken = false;
  const work = async (): Promise<void> => {
    if (broken) throw unavailable('The mail server is away');
  };
  return {
    sent,
    get rehearsals() {
      return rehearsals;
    },
    send: async (mail) => {
      await work();
      sent.push(mail);
    },
    rehearse: async () => {
      rehearsals += 1;
      await work();
    },
    fail: () => void (broken = true),
    lastToken: () => /token=([\w-]+)/.exec(sent.at(-1)?.text ?? '')?.[1] ?? '',
  };
}

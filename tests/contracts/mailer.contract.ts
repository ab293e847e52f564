import { assert } from 'chai';
import type { Mail, Mailer } from '../../application/ports/mailer.ts';
import type { Contract } from '../support/contract.ts';
import { readableMail } from './readable-mail.ts';
import { refusalOf } from '../support/refusals.ts';

/** A mailer, and what became of its mail. */
export interface MailOffice {
  readonly mailer: Mailer;
  /** What was delivered so far. */
  delivered(): Promise<readonly DeliveredMail[]>;
  /** From now on nothing can be delivered. */
  breakDown(): Promise<void>;
}

export interface DeliveredMail {
  readonly recipients: readonly string[];
  /** The whole mail as it travels. */
  readonly source: string;
}

const LINK = `https://app.example.com/reset-password?token=${'aB3_-'.repeat(9)}`;

const mail = (more: Partial<Mail> = {}): Mail => ({
  to: 'ann@example.org',
  subject: 'Reset your password',
  text: `Dear Ann — here it is:\n\n${LINK}\n.\nBye`,
  html: `<p>Dear Ann — <a href="${LINK}">here it is</a></p>`,
  ...more,
});

const HEADERS_THAT_ADD_READERS = /^(bcc|cc|resent-to):/im;

export const mailerContract: Contract<MailOffice> = {
  'delivers a mail to its reader, in both forms and whole': async ({ mailer, delivered }) => {
    await mailer.send(mail());
    const [only, ...more] = await delivered();
    assert.isEmpty(more);
    assert.deepEqual(only?.recipients, ['ann@example.org']);
    const text = readableMail(only?.source ?? '');
    assert.match(text, /^Subject: Reset your password\r$/m);
    assert.match(text, /^To: ann@example\.org\r$/m);
    assert.match(text, /^From: no-reply@example\.com\r$/m);
    assert.include(text, `Dear Ann — here it is:\r\n\r\n${LINK}\r\n.\r\nBye`);
    assert.include(text, `<a href="${LINK}">`);
  },

  'keeps mails apart that are sent at once': async ({ mailer, delivered }) => {
    const readers = Array.from({ length: 10 }, (_, turn) => `reader${turn}@example.org`);
    await Promise.all(readers.map((to) => mailer.send(mail({ to, text: `For ${to}` }))));
    const mails = await delivered();
    assert.sameMembers(
      mails.flatMap(({ recipients }) => recipients),
      readers,
    );
    for (const { recipients, source } of mails) assert.include(source, `For ${recipients[0]}`);
  },

  'delivers nothing at a rehearsal': async ({ mailer, delivered }) => {
    await mailer.rehearse();
    assert.isEmpty(await delivered());
  },

  'refuses an address that can be read as two, or as a header': async ({ mailer, delivered }) => {
    for (const to of [
      'ann@example.org\r\nBcc: eve@example.org',
      'ann@example.org, eve@example.org',
      'ann@example.org> RCPT TO:<eve@example.org',
      'Ann <eve@example.org>',
      '',
    ])
      await refusalOf(mailer.send(mail({ to })));
    assert.isEmpty(await delivered());
  },

  'lets no other text become a header': async ({ mailer, delivered }) => {
    await mailer.send(mail({ subject: 'Hello\r\nBcc: eve@example.org', text: 'Bcc: eve@example.org' }));
    const [only] = await delivered();
    assert.deepEqual(only?.recipients, ['ann@example.org']);
    const [headers = ''] = only?.source.split('\r\n\r\n') ?? [];
    assert.match(headers, /^Subject: Hello/m);
    assert.notMatch(headers, HEADERS_THAT_ADD_READERS);
  },

  'says that it is unavailable when nothing can be delivered, at a rehearsal too': async ({ mailer, breakDown }) => {
    await breakDown();
    assert.equal((await refusalOf(mailer.send(mail()))).problem, 'unavailable');
    assert.equal((await refusalOf(mailer.rehearse())).problem, 'unavailable');
  },
};

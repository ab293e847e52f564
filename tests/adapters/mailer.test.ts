import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { outboxMailer } from '../../adapters/mailer/outbox.ts';
import { smtpMailer } from '../../adapters/mailer/smtp.ts';
import { mailerContract, type DeliveredMail, type MailOffice } from '../contracts/mailer.contract.ts';
import { bites, keeps } from '../support/contract.ts';
import { refusalOf } from '../support/refusals.ts';
import { smtpServer } from './smtp-server.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const FROM = 'no-reply@example.com';
const MAIL = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };

const outbox = async (): Promise<MailOffice & { readonly directory: string }> => {
  const directory = join(await temporaryDirectory(), 'mail', 'outbox');
  const files = async (): Promise<string[]> => readdir(directory).catch(() => []);
  return {
    directory,
    mailer: outboxMailer(directory, FROM),
    delivered: async () =>
      Promise.all((await files()).map(async (file) => mailIn(await readFile(join(directory, file), 'utf8')))),
    async breakDown() {
      await rm(join(directory, '..'), { recursive: true, force: true });
      await writeFile(join(directory, '..'), 'in the way');
    },
  };
};

const mailIn = (source: string): DeliveredMail => ({
  recipients: Array.from(source.matchAll(/^To: (.*)\r$/gm), ([, to]) => to!),
  source,
});

const served = async (manners: Parameters<typeof smtpServer>[0] = {}, timeoutMs?: number) => {
  const server = await smtpServer(manners);
  const url = (credentials = '') => `smtp://${credentials}127.0.0.1:${server.port}`;
  return { server, url, mailer: smtpMailer(url(), FROM, timeoutMs) };
};

const postOffice = async (): Promise<MailOffice> => {
  const { server, mailer } = await served();
  return { mailer, delivered: async () => server.taken, breakDown: () => server.close() };
};

describe('mailer: outbox', () => {
  keeps(mailerContract, outbox);

  it('writes files for the owner only, without addresses in their names', async () => {
    const { mailer, directory } = await outbox();
    await mailer.send(MAIL);
    const [file = '', ...more] = await readdir(directory);
    assert.isEmpty(more);
    assert.match(file, /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z-[\da-f-]{36}\.eml$/);
    assert.equal((await stat(join(directory, file))).mode & 0o777, 0o600);
    assert.equal((await stat(directory)).mode & 0o777, 0o700);
  });
});

describe('mailer: smtp', () => {
  keeps(mailerContract, postOffice);

  it('names the sender and the reader to the server', async () => {
    const { server, mailer } = await served();
    await mailer.send(MAIL);
    assert.equal(server.taken[0]?.from, FROM);
    assert.deepEqual(
      server.commands.slice(1, 3).map((line) => line.split(' SIZE')[0]),
      [`MAIL FROM:<${FROM}>`, `RCPT TO:<${MAIL.to}>`],
    );
  });

  it('logs in with the credentials of its URL, at a rehearsal too', async () => {
    const { server, url } = await served({ credentials: 'voice:pass word' });
    const mailer = smtpMailer(url('voice:pass%20word@'), FROM);
    await mailer.rehearse();
    await mailer.send(MAIL);
    assert.lengthOf(server.taken, 1);
    const stranger = smtpMailer(url('voice:hunter2@'), FROM);
    for (const talk of [stranger.rehearse(), stranger.send(MAIL)]) {
      const refusal = await refusalOf(talk);
      assert.equal(refusal.problem, 'unavailable');
      assert.notInclude(refusal.message, 'hunter2');
    }
  });

  it('says so when the server refuses the recipient', async () => {
    const { mailer } = await served({ refusing: true });
    const refusal = await refusalOf(mailer.send(MAIL));
    assert.deepEqual(
      [refusal.problem, refusal.message],
      ['unavailable', 'The mail server did not take the mail: EENVELOPE'],
    );
  });

  it('does not wait for a server that never speaks', async () => {
    const { mailer } = await served({ silent: true }, 50);
    for (const talk of [mailer.send(MAIL), mailer.rehearse()])
      assert.equal((await refusalOf(talk)).problem, 'unavailable');
  });
});

describe('mailer: the contract', () => {
  const spoiled = (spoil: (office: MailOffice) => Partial<MailOffice['mailer']>) => async (): Promise<MailOffice> => {
    const office = await outbox();
    return { ...office, mailer: { ...office.mailer, ...spoil(office) } };
  };
  /** Mail as one writes it in five minutes. */
  const naive = (): MailOffice => {
    const mails: DeliveredMail[] = [];
    return {
      mailer: {
        send: async ({ to, subject, text }) =>
          void mails.push(mailIn(`From: ${FROM}\r\nTo: ${to}\r\nSubject: ${subject}\r\n\r\n${text}\r\n`)),
        rehearse: async () => undefined,
      },
      delivered: async () => mails,
      breakDown: async () => undefined,
    };
  };
  bites(
    mailerContract,
    naive,
    spoiled(() => ({ send: async () => undefined })),
    spoiled(({ mailer }) => ({ rehearse: () => mailer.send(MAIL) })),
  );
});

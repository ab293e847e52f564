import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { resolve, type Dependencies } from '../../bootstrap/dependencies.ts';
import { openMailer } from '../../bootstrap/stores.ts';
import { client } from '../support/client.ts';
import { openPlatform } from '../support/platform.ts';
import { readableMail } from '../contracts/readable-mail.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { smtpServer } from '../adapters/smtp-server.ts';

const ADA = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Acme' };

/** The program's API with one user who has forgotten the password. */
async function forgetful(env: Readonly<Record<string, string>> = {}, parts: Partial<Dependencies> = {}) {
  const platform = await openPlatform({ services: ['api'], env, parts });
  const { ask } = client(platform.apiBaseUrl);
  await ask('POST', '/users/signup', { body: ADA });
  const { status } = await ask('POST', '/users/forgot-password', { body: { email: ADA.email } });
  await (await resolve(platform.container, 'mailQueue')).flush();
  return { status, ask, directory: platform.directory };
}

describe('mail', () => {
  it('goes into files of the data directory by default, with a link that sets a new password', async () => {
    const { status, ask, directory } = await forgetful();
    assert.equal(status, 200);
    const [file = ''] = await readdir(join(directory, 'outbox'));
    const mail = readableMail(await readFile(join(directory, 'outbox', file), 'utf8'));
    assert.include(mail, 'To: ada@example.com');
    const [, token] = /^http:\/\/127\.0\.0\.1:\d+\/console\/reset-password\?token=(\S+)\r$/m.exec(mail) ?? [];
    const password = 'a new password';
    assert.equal((await ask('POST', '/users/reset-password', { body: { token, new_password: password } })).status, 200);
    const login = { body: { email: ADA.email, password } };
    assert.equal((await ask('POST', '/users/login', login)).status, 200);
  });

  it('goes through the server of MAIL_URL, from MAIL_FROM, with links to PUBLIC_APP_URL', async () => {
    const server = await smtpServer();
    const { status } = await forgetful({
      MAIL_URL: `smtp://127.0.0.1:${server.port}`,
      MAIL_FROM: 'voice@example.com',
      PUBLIC_APP_URL: 'https://app.example.com/',
    });
    assert.equal(status, 200);
    const [mail] = server.taken;
    assert.equal(mail?.from, 'voice@example.com');
    assert.include(readableMail(mail?.source ?? ''), '\r\nhttps://app.example.com/reset-password?token=');
  });

  it('is 400 for everyone while its server cannot be reached', async () => {
    const server = await smtpServer();
    await server.close();
    assert.equal((await forgetful({ MAIL_URL: `smtp://127.0.0.1:${server.port}` })).status, 400);
  });

  it('that its server refuses for one mailbox is not told to who asked, and was logged', async () => {
    const server = await smtpServer({ refusing: true });
    const { log, lines } = rememberingLog();
    assert.equal((await forgetful({ MAIL_URL: `smtp://127.0.0.1:${server.port}` }, { log })).status, 200);
    assert.isEmpty(server.taken);
    assert.lengthOf(
      lines.filter(({ event }) => event === 'mail.not_sent'),
      1,
    );
  });

  it('is refused for a scheme that nothing answers', async () => {
    const refusal = await openMailer('pigeon:loft', 'a@b.c').catch((error: Error) => error);
    assert.match((refusal as Error).message, /known are file, smtp, smtps$/);
  });
});

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { openMailer } from '../../bootstrap/stores.ts';
import { client } from '../support/client.ts';
import { openPlatform } from '../support/platform.ts';
import { readableMail } from '../support/readable-mail.ts';
import { smtpServer } from '../support/smtp-server.ts';
import { atEndOfTest } from '../support/temporary.ts';

const ADA = { email: 'ada@example.com', password: 'correct horse', organisation_name: 'Acme' };

/** The program's API with one user who has forgotten the password. */
async function forgetful(env: Readonly<Record<string, string>> = {}) {
  const platform = await openPlatform({ services: ['api'], env });
  atEndOfTest(() => platform.close());
  const { ask } = client(platform.apiBaseUrl);
  await ask('POST', '/users/signup', { body: ADA });
  const { status } = await ask('POST', '/users/forgot-password', { body: { email: ADA.email } });
  return { status, ask, directory: platform.directory };
}

describe('mail', () => {
  it('goes into files of the data directory unless it is told otherwise, and its link leads to a new password', async () => {
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

  it('goes through the server it is told to use, from whom and to where it is told', async () => {
    const server = await smtpServer();
    atEndOfTest(() => server.close());
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

  it('that nobody takes is told to who asked', async () => {
    const server = await smtpServer({ refusing: true });
    atEndOfTest(() => server.close());
    assert.equal((await forgetful({ MAIL_URL: `smtp://127.0.0.1:${server.port}` })).status, 400);
  });

  it('is refused for a scheme that nothing answers', async () => {
    const refusal = await openMailer('pigeon:loft', 'a@b.c').catch((error: Error) => error);
    assert.match((refusal as Error).message, /known are file, smtp, smtps$/);
  });
});

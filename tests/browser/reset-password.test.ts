import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { ApiClient } from '../../bootstrap/demo/api-client.ts';
import { stageOfSuite, signUp } from './talk-page.ts';

/** The token in the newest mail of the outbox; a line of the mail may be folded with `=`. */
async function mailedToken(directory: string): Promise<string> {
  const outbox = join(directory, 'outbox');
  const [newest] = (await readdir(outbox)).toSorted().toReversed();
  const mail = (await readFile(join(outbox, newest ?? ''), 'utf8')).replace(/=\r?\n/gu, '');
  return /reset-password\?token=(?:3D)?([\w-]+)/u.exec(mail)?.[1] ?? '';
}

describe('a forgotten password', function () {
  const stage = stageOfSuite();

  it('is asked for on the page, and set anew where the mailed link leads', async () => {
    const { platform } = stage();
    const { page, errors } = await stage().openPage();
    const account = await signUp(page, platform);
    const { email } = await account.ask<{ email: string }>('GET', '/users/me');
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByLabel('Log in').check();
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Forgot your password?' }).click();
    await page.getByRole('alert').filter({ hasText: 'a mail with a link' }).waitFor();
    await page.goto(`${platform.runtimeUrl}/reset-password?token=${await mailedToken(platform.directory)}`);
    await page.getByRole('textbox', { name: 'New password' }).fill('another password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('Your password is set.').waitFor();
    assert.notInclude(page.url(), 'token');
    const api = new ApiClient(platform.apiBaseUrl);
    const session = await api.ask('POST', '/users/login', { email, password: 'another password' });
    assert.property(session, 'access_token');
    assert.deepEqual(errors, []);
  });

  it('cannot be set with a link that is used or not complete', async () => {
    const { page } = await stage().openPage(`${stage().platform.runtimeUrl}/reset-password?token=used`);
    await page.getByRole('textbox', { name: 'New password' }).fill('another password');
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('alert').waitFor();
    await page.goto(`${stage().platform.runtimeUrl}/reset-password`);
    await page.getByRole('alert').filter({ hasText: 'This link is not complete.' }).waitFor();
    assert.isFalse(await page.getByRole('textbox', { name: 'New password' }).isVisible());
  });
});

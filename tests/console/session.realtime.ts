import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';
import { eventually } from '../support/eventually.ts';

/** The link in the newest mail of the outbox; a line of the mail may be folded with `=`. */
async function mailedLink(directory: string): Promise<string> {
  const outbox = join(directory, 'outbox');
  // The mail leaves a moment after the answer.
  const newest = await eventually(async () => {
    const mails = (await readdir(outbox).catch(() => [])).filter((name) => name.endsWith('.eml'));
    return mails.toSorted().at(-1);
  }, 'the mail');
  const mail = (await readFile(join(outbox, newest), 'utf8')).replace(/=\r?\n/gu, '').replace(/=3D/gu, '=');
  return /\/console(\/reset-password\?token=[\w-]+)/u.exec(mail)?.[1] ?? '';
}

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

const openAccountMenu = (page: Page) => page.getByRole('button', { name: 'Account and organisation' }).click();

describe('the session of the console', function () {
  const stage = consoleOfSuite();

  it('leads to the log-in and back to the page that was wanted, also when the session has expired', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const account = await signUp();
    const { page, errors } = await openPage('/members');
    await page.waitForURL('**/log-in?next=*');
    await axe(page);
    await logIn(page, account);
    await page.getByRole('cell', { name: `${account.email} (you)` }).waitFor();
    assert.strictEqual(page.url(), `${consoleUrl}/members`);
    assert.deepEqual(errors, []);

    const refuse = (path: string, detail: string, headers: Record<string, string> = {}) =>
      page.route(path, (route) => route.fulfill({ status: 401, json: { detail }, headers }));
    await refuse('**/api/v1/phone-numbers', 'Plivo refuses the stored credentials');
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.getByText('Plivo refuses the stored credentials').first().waitFor();

    await refuse('**/api/v1/auth/catalog', 'Expired', { 'www-authenticate': 'Bearer' });
    await page.getByRole('link', { name: 'Credentials' }).click();
    await page.getByText('Your session has expired.').waitFor();
    await page.unroute('**/api/v1/auth/catalog');
    await logIn(page, account);
    await page.waitForURL(`${consoleUrl}/credentials`);
  });

  it('says beside the fields what is wrong with a sign-up, and lets in once it is right', async () => {
    const { openPage } = stage();
    const { page } = await openPage('/sign-up');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('Required.').nth(2).waitFor();
    await page.locator('[name=email]:focus').waitFor();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Password').fill('short');
    await page.getByText('Enter at least 8 characters.').waitFor();
    assert.equal(await page.getByText('At least 8').count(), 1);
    await page.getByLabel('Organisation').fill('Blue Door');
    await axe(page);
    await page.getByLabel('Password').fill('long enough');
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('Enter a valid email address.').waitFor();
    await page.getByLabel('Email').fill(`${crypto.randomUUID()}@example.com`);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await page.getByText('Blue Door').first().waitFor();
    await openAccountMenu(page);
    await axe(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.waitForURL('**/log-in');
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
  });

  it('has no form to sign up where the platform says that sign-up is closed', async () => {
    const { openPage } = stage();
    const { page } = await openPage('/forgot-password');
    await page.route('**/console/settings.json', async (route) => {
      const reported = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...reported, sign_up: 'closed' } });
    });
    for (const path of ['log-in', 'sign-up']) {
      await page.goto(new URL(path, page.url()).href);
      await page.getByRole('heading').waitFor();
      assert.equal(await page.getByText('Create an account').count(), 0, path);
    }
    await page.getByText('Ask an admin of your organisation for an invitation.').waitFor();
    assert.equal(await page.locator('input').count(), 0);
    await axe(page);
  });

  it('is renewed for an active user once it is due, not before', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/members', { as: await signUp() });
    await page.clock.install();
    await page.getByRole('heading', { name: 'Members' }).waitFor();
    const token = () => page.evaluate<string>(`JSON.parse(sessionStorage.getItem('console.session')).access_token`);
    const first = await token();
    await page.clock.fastForward('25:00');
    assert.strictEqual(await token(), first);
    const renewed = page.waitForResponse('**/users/switch-organisation');
    await page.getByRole('heading', { name: 'Members' }).click();
    assert.isTrue((await renewed).ok());
    assert.deepEqual(errors, []);
  });

  it('is shared by all tabs until a log-out in one, and leaves nothing after the last', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const account = await signUp();
    const { page, errors } = await openPage('/log-in');
    await logIn(page, account);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${consoleUrl}/members`);
    await other.getByRole('cell', { name: `${account.email} (you)` }).waitFor();
    assert.deepEqual(await page.evaluate('[localStorage.length, document.cookie]'), [0, '']);

    await openAccountMenu(page);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    for (const tab of [page, other]) await tab.getByRole('heading', { name: 'Log in' }).waitFor();
    await logIn(other, account);
    await other.getByRole('cell', { name: `${account.email} (you)` }).waitFor();
    await other.close();
    await page.reload();
    await page.getByRole('heading', { name: 'Log in' }).waitFor();
    assert.deepEqual(errors, []);
  });

  it('ends on every machine when its owner ends all sessions on one', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const [here, there] = [await openPage('/', { as: account }), await openPage('/', { as: account })];
    await openAccountMenu(here.page);
    await here.page.getByRole('menuitem', { name: 'End all sessions' }).click();
    await here.page.getByRole('heading', { name: 'Log in' }).waitFor();
    const expired = there.page.getByText('Your session has expired.');
    // The page may reload its data, and learn that its session is over, before the click.
    await Promise.any([there.page.getByRole('link', { name: 'Members' }).click(), expired.waitFor()]);
    await expired.waitFor();
    assert.deepEqual(here.errors, []);
  });

  it('starts after a password reset by a mailed link, whose token leaves the address bar', async () => {
    const { openPage, signUp, platform, consoleUrl } = stage();
    const { email } = await signUp();
    const { page } = await openPage('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Send the link' }).click();
    await page.getByText('an email with a link').waitFor();
    await page.goto(consoleUrl + (await mailedLink(platform.directory)));
    await page.getByLabel('New password').fill('another password');
    assert.strictEqual(page.url(), `${consoleUrl}/reset-password`);
    await axe(page);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByRole('link', { name: 'Log in', exact: true }).click();
    await logIn(page, { email, password: 'another password' });
    await page.getByText(email).first().waitFor();
    await page.goto(`${consoleUrl}/reset-password`);
    await page.getByText('This link is incomplete.').waitFor();
  });

  it('leads into another organisation, where nothing of the last one is left', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const host = await signUp('The host');
    const guest = await signUp('The guest');
    await host.api.ask('POST', '/members/invite', { email: guest.email, password: 'not needed' });
    const { page, errors } = await openPage('/log-in');
    await logIn(page, guest);
    await openAccountMenu(page);
    await page.getByRole('menuitemradio', { name: 'The host' }).click();
    await page.getByText('You now work in The host.').waitFor();
    await page.getByRole('link', { name: 'Members' }).click();
    await page.getByRole('cell', { name: host.email }).waitFor();
    assert.strictEqual(await page.getByRole('button', { name: 'Invite a member' }).count(), 0);
    await page.goto(`${consoleUrl}/credentials`);
    await page.getByText('Admins of the organisation').waitFor();
    assert.deepEqual(errors, []);
  });
});

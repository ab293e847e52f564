import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = (page: Page, name: string) => page.getByRole('menuitem', { name }).click();

describe('members, credentials and numbers in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });

  it('lets a super admin invite a member, make them an admin and remove them', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/members', { as: await signUp() });
    await press(page, 'Invite a member');
    await axe(page);
    await page.getByLabel('Email').fill('grace@example.com');
    await page.getByLabel('First password').fill('a first password');
    await press(page, 'Invite');
    const row = page.getByRole('row').filter({ hasText: 'grace@example.com' });
    await row.getByText('Member').waitFor();
    await row.getByText('Unconfirmed').waitFor();
    await press(page, 'Manage grace@example.com');
    await choose(page, 'Make an admin');
    await axe(page);
    await press(page, 'Make an admin');
    await row.getByText('Admin').waitFor();
    await press(page, 'Manage grace@example.com');
    await choose(page, 'Remove');
    await press(page, 'Remove');
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
  });

  it('takes credentials as the catalogue describes them, and a carrier’s number for an agent later', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/credentials', {
      as: await signUp(),
      viewport: { width: 390, height: 844 },
    });
    await press(page, 'Add credentials for Carrier simulator');
    await press(page, 'Store');
    await page.getByText('Required.').nth(1).waitFor();
    assert.strictEqual(await page.getByText('Required.').count(), 2);
    await axe(page);
    await page.getByLabel('Auth ID').fill('MAACCOUNT1');
    await page.getByLabel('Auth token').fill('a token of the tests');
    await press(page, 'Store');
    await page.getByText('••••ests').waitFor();
    assert.notInclude(await page.content(), 'a token of the tests');
    await axe(page);

    await press(page, 'Open the navigation');
    await page.getByRole('link', { name: 'Numbers' }).click();
    await page.locator('.empty').getByRole('button', { name: 'Attach a number' }).click();
    const number = page.getByRole('combobox', { name: 'Number' });
    const taken = (await number.getByRole('option').nth(1).textContent()) ?? '';
    await number.selectOption(taken);
    await axe(page);
    await press(page, 'Attach');
    await page.getByText(taken, { exact: true }).waitFor();
    await page.getByText('No agent yet').waitFor();
    await axe(page);
    assert.deepEqual(errors, []);
  });

  it('says in the dialog why the numbers cannot be read, and tries again', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/', { as: await signUp() });
    const answer = { status: 503, json: { detail: 'The database does not respond' } };
    await page.route('**/api/v1/phone-numbers', (route) => route.fulfill(answer));
    await page.getByRole('link', { name: 'Numbers', exact: true }).click();
    await press(page, 'Attach a number');
    const dialog = page.getByRole('dialog');
    await dialog.getByText('The database does not respond').waitFor();
    await page.unroute('**/api/v1/phone-numbers');
    await dialog.getByRole('button', { name: 'Try again' }).click();
    await dialog.getByText('Store the credentials of your carrier first.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.empty').getByRole('button', { name: 'Attach a number' }).click();
    await dialog.waitFor();
  });

  it('creates an API key, shows it once and deletes it after a question', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { page, errors } = await openPage('/credentials', { as: account });
    await press(page, 'Create an API key');
    await axe(page);
    await page.getByLabel('Name', { exact: true }).fill('CRM export');
    await press(page, 'Create');
    await page.getByText('at least one scope').waitFor();
    await page.getByLabel('Read agents').check();
    await page.getByLabel('List calls and analytics').check();
    await press(page, 'Create');
    const key = await page.getByLabel('Key', { exact: true }).inputValue();
    assert.match(key, /^vak_[\w-]{43}$/);
    await axe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).last().click();
    const row = page.getByRole('row').filter({ hasText: 'CRM export' });
    await row.getByText(`vak_…${key.slice(-4)}`).waitFor();
    await row.getByText('Read agents, List calls and analytics').waitFor();
    assert.notInclude(await page.content(), key);
    await axe(page);
    await press(page, 'Delete the API key CRM export');
    await press(page, 'Delete');
    await row.waitFor({ state: 'detached' });
    assert.match(errors.join(), /^[^,]+ 422 [^,]+$/, 'only the request without a scope');
  });

  it('detaches a number from its agent and deletes credentials, each only after a question', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { number } = await attachTelephone(account, 1);
    const { page, errors } = await openPage('/numbers', { as: account });
    const row = page.getByRole('row').filter({ hasText: number });
    await row.getByRole('link', { name: 'Desk' }).waitFor();
    await press(page, `Manage ${number}`);
    await choose(page, 'Detach');
    await press(page, 'Cancel');
    await row.getByRole('link', { name: 'Desk' }).waitFor();
    await press(page, `Manage ${number}`);
    await choose(page, 'Detach');
    await page.getByText('Desk no longer answers it.').waitFor();
    await press(page, 'Detach');
    await row.getByText('No agent yet').waitFor();

    await page.getByRole('link', { name: 'Credentials' }).click();
    await press(page, 'Manage the credentials for Carrier simulator');
    await choose(page, 'Delete');
    await page.getByText('Agents that use them cannot take calls').waitFor();
    await press(page, 'Delete');
    await page.getByRole('heading', { name: 'No credentials stored yet' }).waitFor();
    assert.deepEqual(await account.api.ask('GET', '/auth/configured'), []);
    assert.deepEqual(errors, []);
  });
});

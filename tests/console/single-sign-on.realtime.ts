import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';

const PUBLIC_URL = 'https://voice.example/console';

describe('single sign-on in the console', function () {
  const stage = consoleOfSuite({ env: { PUBLIC_APP_URL: PUBLIC_URL } });

  /** An API with a connection, whose provider sends the browser back at once. Its requests, by path. */
  async function withProvider(page: Page, session: object): Promise<Record<string, unknown>> {
    const requests: Record<string, unknown> = {};
    const { consoleUrl } = stage();
    await page.route('**/console/settings.json', async (route) => {
      const settings = (await (await route.fetch()).json()) as object;
      await route.fulfill({ json: { ...settings, single_sign_on: true } });
    });
    await page.route('**/api/v1/users/sso/*', async (route) => {
      const path = route.request().url().replace(/.*\//, '');
      requests[path] = route.request().postDataJSON();
      const started = {
        status: 'success',
        authorization_url: `${consoleUrl}/sso/acme.example?code=c&state=s`,
        flow: 'the flow',
      };
      await route.fulfill({ json: path === 'start' ? started : session });
    });
    return requests;
  }

  it('leads from the log-in to the page that was wanted, and leaves no code in the address', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const account = await signUp();
    const { page, errors } = await openPage('/log-in');
    const requests = await withProvider(page, account.session);
    await page.goto(`${consoleUrl}/members`);
    await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
    // The log-in page, which has such a field too, stays until this one is loaded.
    await page.getByRole('heading', { name: 'Single sign-on' }).waitFor();
    await page.getByLabel('Email').fill(account.email);
    await axe(page);
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('cell', { name: `${account.email} (you)` }).waitFor();
    assert.strictEqual(page.url(), `${consoleUrl}/members`);
    assert.deepEqual(requests, {
      start: { email: account.email },
      finish: { flow: 'the flow', response: '?code=c&state=s', redirect_uri: `${consoleUrl}/sso/acme.example` },
    });
    assert.deepEqual(errors, []);
  });

  it('does not finish in a tab that has not started it', async () => {
    const { openPage, consoleUrl } = stage();
    const { page } = await openPage('/log-in');
    const requests = await withProvider(page, {});
    await page.goto(`${consoleUrl}/sso?code=stolen&state=s`);
    await page.getByText('This sign-on was not started in this tab.').waitFor();
    await axe(page);
    assert.strictEqual(page.url(), `${consoleUrl}/sso`);
    assert.deepEqual(requests, {});
    await page.getByRole('button', { name: 'Start again' }).click();
    await page.getByLabel('Email').waitFor();
  });

  it('is connected by admins, who see the record that proves their domain, and what is wrong with a connection', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/members', { as: await signUp() });
    const connections = page.getByRole('region', { name: 'Single sign-on' });
    await connections.getByRole('button', { name: 'Connect a provider' }).click();
    const dialog = page.getByRole('dialog', { name: 'Connect a provider' });
    // Behind another public address the browser's would be wrong.
    await dialog.getByText(`${PUBLIC_URL}/sso`).waitFor();
    for (const [label, value] of [
      ['E-mail domain', 'acme.invalid'],
      ['Issuer', 'http://login.acme.invalid'],
      ['Client ID', 'voice'],
      ['Client secret', 'the secret of the client'],
    ] as const)
      await dialog.getByLabel(label).fill(value);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await dialog.getByText('It must begin with https').waitFor();
    await axe(page);
    await dialog.getByText(`${PUBLIC_URL}/sso/acme.invalid`).waitFor();
    await dialog.getByLabel('Issuer').fill('https://login.acme.example');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const card = page.getByRole('region', { name: 'acme.invalid' });
    await card.getByText('Not verified').waitFor();
    await card.getByText(`${PUBLIC_URL}/sso/acme.invalid`).waitFor();
    const record = card.getByLabel('TXT record');
    assert.equal(await record.inputValue(), '_voice-platform-challenge.acme.invalid');
    await axe(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await axe(page);
    assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), 390);
    await card.getByRole('button', { name: 'Disconnect acme.invalid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click();
    await connections.getByText('No provider is connected.').waitFor();
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });
});

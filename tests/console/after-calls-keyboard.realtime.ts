import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { eventually } from '../support/eventually.ts';
import { JUDGING } from '../support/judging.ts';
import { TEST_KEYS } from '../support/test-keys.ts';
import { settled } from './support/chromium.ts';
import { endedCall } from './support/ended-call.ts';
import { isFocusVisible, seesFocus } from './support/keyboard.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';

const { PROVIDER_AUTH_ENCRYPTION_KEY } = TEST_KEYS;

const STEPS_MAX = 80;

/** Moves to the element with the tab key, and sees where the focus is. */
async function reach(page: Page, element: Locator): Promise<unknown> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    if ((await element.and(page.locator(':focus')).count()) > 0)
      return eventually(() => isFocusVisible(page), `a visible focus on ${String(element)}`);
    await page.keyboard.press('Tab');
  }
  assert.fail(`The tab key does not reach ${String(element)}`);
}

async function press(page: Page, element: Locator, key = 'Enter'): Promise<void> {
  await reach(page, element);
  await page.keyboard.press(key);
}

async function type(page: Page, name: string, text: string): Promise<void> {
  await reach(page, page.getByLabel(name));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });

/** The focus is back on what opened the dialog. */
const returned = (page: Page, name: string): Promise<void> => button(page, name).and(page.locator(':focus')).waitFor();

describe('what the console has for the time after calls, with the keyboard alone', function () {
  const stage = consoleOfSuite({ env: { PROVIDER_AUTH_ENCRYPTION_KEY } });
  let account: Account;
  let callId: string;
  before(async () => {
    account = await stage().signUp();
    const { api } = account;
    const starter = starterAgent([]);
    const agent = { ...starter, config: { ...starter.config, analysis: JUDGING } };
    const { agent_id } = await api.ask<Agent>('POST', '/agents', agent);
    callId = await endedCall(stage(), account, agent_id, 'a table for 4 on Friday');
    await eventually(async () => {
      const { outcome } = await api.ask<{ outcome?: { status: string } }>('GET', `/calls/${callId}`);
      return outcome?.status === 'done';
    }, 'the analysis of the call');
  });

  it('shows outcomes on the first page and the analysis of a call, which is repeated and filters the list', async () => {
    const { page, errors } = await stage().openPage('/', { as: account });
    await page.getByText('1 analysed, 0 pending, 0 failed.').waitFor();
    await page.goto(`${stage().consoleUrl}/calls/${callId}`);
    await page.getByRole('region', { name: 'Analysis' }).getByText('Said "yes".').waitFor();
    await press(page, button(page, 'Analyse again'));
    await page.getByRole('region', { name: 'Analysis' }).getByText('Said "yes".').waitFor();
    await page.goto(`${stage().consoleUrl}/calls`);
    await button(page, 'Export CSV').waitFor();
    await reach(page, button(page, 'Export CSV'));
    // The call has no metrics and no cost.
    assert.isEmpty(errors.filter((error) => !error.includes('status of 404')));
  });

  it('creates an API key and deletes it', async () => {
    const { page, errors } = await stage().openPage('/credentials', { as: account });
    await page.getByRole('button', { name: 'Create an API key' }).first().waitFor();
    // Lists above the button that are still loading would move it out of sight.
    await settled(page);
    await press(page, button(page, 'Create an API key'));
    await page.getByRole('dialog').waitFor();
    await type(page, 'Name', 'CRM export');
    await press(page, page.getByLabel('Read agents'), 'Space');
    await press(page, button(page, 'Create'));
    await page.getByLabel('Key', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    const row = page.getByRole('row').filter({ hasText: 'CRM export' });
    await row.waitFor();
    await press(page, button(page, 'Delete the API key CRM export'));
    await page.getByRole('dialog').waitFor();
    await press(page, button(page, 'Delete'));
    await row.waitFor({ state: 'detached' });
    assert.isEmpty(errors);
  });

  it('adds a webhook endpoint, opens it and returns the focus from its dialogs', async () => {
    const { page, errors } = await stage().openPage('/webhooks', { as: account });
    await page.getByText('No endpoints yet').waitFor();
    await press(page, button(page, 'Add an endpoint'));
    await page.getByLabel('URL').and(page.locator(':focus')).waitFor();
    await page.keyboard.type('https://crm.example.com/events');
    await press(page, page.getByLabel('A call ended'), 'Space');
    await press(page, button(page, 'Add'));
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('link', { name: /crm.example.com/ }).waitFor();
    await press(page, page.getByRole('link', { name: /crm.example.com/ }));
    await page.getByRole('button', { name: 'Send a test event' }).waitFor();
    await press(page, button(page, 'More actions'));
    await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await returned(page, 'More actions');
    assert.isEmpty(errors);
  });

  it('sets a budget with a hard stop and reads the costs of vendors', async () => {
    const { page, errors } = await stage().openPage('/costs', { as: account });
    await page.getByText('No budget is set').waitFor();
    await type(page, 'Amount a month', '25.00');
    await press(page, page.getByLabel('Hard stop'), 'Space');
    await press(page, button(page, 'Save'));
    await page.getByText('0 % of the budget').waitFor();
    await page.getByRole('tab', { selected: true }).press('End');
    await page.getByRole('tab', { selected: true }).and(page.locator(':focus')).waitFor();
    await seesFocus(page);
    assert.isEmpty(errors);
  });

  it('sets the retention, erases a number, and asks before it erases all data', async () => {
    const { page, errors } = await stage().openPage('/privacy', { as: account });
    await page.getByRole('heading', { name: 'Retention' }).waitFor();
    await type(page, 'Recordings', '30');
    await press(page, button(page, 'Save'));
    await page.getByText('Retention saved.').waitFor();
    await type(page, 'Phone number', '+1 415 555 0177');
    await press(page, button(page, 'Erase the number'));
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await press(page, button(page, 'Erase the number'));
    await page.getByText('The erasure has begun.').waitFor();
    // The list above the button, which would move it out of sight.
    await page.getByRole('table').waitFor();
    await press(page, button(page, 'Erase all data'));
    await dialog.getByLabel('Organisation id').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await returned(page, 'Erase all data');
    assert.isEmpty(errors);
  });

  it('connects a provider of single sign-on and disconnects it', async () => {
    const { page, errors } = await stage().openPage('/members', { as: account });
    await page.getByText('No provider is connected.').waitFor();
    await press(page, button(page, 'Connect a provider'));
    await page.getByLabel('E-mail domain').and(page.locator(':focus')).waitFor();
    for (const [name, text] of [
      ['E-mail domain', 'acme.example'],
      ['Issuer', 'https://login.acme.example'],
      ['Client ID', 'voice'],
      ['Client secret', 'the secret of the client'],
    ] as const)
      await type(page, name, text);
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'acme.example' }).getByText('Not verified').waitFor();
    await press(page, button(page, 'Disconnect acme.example'));
    await page.getByRole('dialog').waitFor();
    await press(page, button(page, 'Disconnect'));
    await page.getByText('No provider is connected.').waitFor();
    assert.isEmpty(errors);
  });
});

import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';

/** The parts of the form that are looked at; in the dark, those with every kind of field. */
const TABS = { light: ['Behaviour', 'Knowledge', 'Variables', 'JSON', 'Agent'], dark: ['Models'] };

const openTab = (page: Page, name: string): Promise<void> => page.getByRole('tab', { name }).click();
const save = (page: Page, name = 'Save changes'): Promise<void> => page.getByRole('button', { name }).click();
const reported = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();
/** What is wrong with the field of this label, as it is read out with it, once it is. */
async function faultOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  await field.and(page.locator('[aria-describedby*="-error"]')).waitFor();
  const ids = await field.getAttribute('aria-describedby');
  const [error] = (ids ?? '').split(' ').filter((id) => id.endsWith('-error'));
  return page.locator(`[id="${error}"]`).innerText();
}

describe('the agents of the console', function () {
  const stage = consoleOfSuite();

  it('are made in a form that says what is missing, changed, and told apart from what is stored', async () => {
    const { openPage, signUp, consoleUrl } = stage();
    const account = await signUp();
    const { page, errors } = await openPage('/agents/new', { as: account });
    await save(page, 'Create agent');
    assert.match(await faultOf(page, 'Name'), /name/);
    await page.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor();
    await page.keyboard.type('Concierge');
    await page.getByLabel('Greeting').fill('');
    await save(page, 'Create agent');
    assert.match(await faultOf(page, 'Greeting'), /greeting/);
    await page.getByLabel('Greeting').fill('Good evening {{guest}}.');
    await page.getByText('{{guest}}').nth(0).waitFor();
    await save(page, 'Create agent');
    await page.waitForURL(/\/agents\/[\w-]{20,}$/);

    await openTab(page, 'Behaviour');
    await page.getByLabel('Words to interrupt').fill('2');
    await openTab(page, 'Variables');
    await page.getByRole('button', { name: 'Add the placeholders' }).click();
    await page.getByLabel('Value').fill('Ada');
    await page.getByRole('link', { name: 'Calls' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Cancel' }).click();
    await save(page);
    await reported(page, 'The agent is saved.');
    const [stored] = await account.api.ask<Agent[]>('GET', '/agents');
    assert.strictEqual(stored?.config.behaviour.interruption_min_words, 2);
    assert.deepEqual(stored?.config.custom_variables, { guest: 'Ada' });

    await page.getByRole('link', { name: 'Calls' }).click();
    await page.waitForURL(`${consoleUrl}/calls`);
    assert.deepEqual(errors, []);
  });

  it('show the settings of a provider as its catalogue has them, and what the API refuses beside the setting', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    const { page } = await openPage(`/agents/${id}`, { as: account });
    await openTab(page, 'Models');
    const recognition = page.getByRole('region', { name: 'Speech recognition' });
    await recognition.getByLabel('Provider').selectOption({ label: 'Deepgram' });
    await recognition.getByText('No credentials are stored for Deepgram').waitFor();
    const warning = page.getByRole('status').filter({ hasText: 'No credentials are stored for Deepgram' });
    await openTab(page, 'Agent');
    await warning.waitFor();
    await openTab(page, 'Models');
    await recognition.getByText('More settings').click();
    await recognition.getByLabel('Endpointing ms').fill('5');
    await page.getByRole('region', { name: 'Language model' }).getByLabel('Fallback', { exact: true }).check();
    await openTab(page, 'Agent');
    await save(page);
    await recognition.getByLabel('Endpointing ms').waitFor();
    assert.match(await faultOf(page, 'Endpointing ms'), /endpointing_ms must be >= 100/);
    await recognition.getByLabel('Endpointing ms').and(page.locator(':focus')).waitFor();
    await recognition.getByLabel('Endpointing ms').fill('500');
    await save(page);
    await reported(page, 'The agent is saved.');
    const { config } = await account.api.ask<Agent>('GET', `/agents/${id}`);
    assert.deepEqual(config.models.stt_config, { provider: 'deepgram', endpointing_ms: 500 });
    assert.isString(config.models.llm_config.fallback?.provider);
  });

  it('are reached from the home page in one press, with a warning before a call that would fail', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const agent = starterAgent([]);
    const { agent_id } = await account.api.ask<Agent>('POST', '/agents', agent);
    const { page, errors } = await openPage('/', { as: account });
    const talk = page.getByRole('link', { name: 'Talk to it' }).last();
    await talk.waitFor();
    await axe(page);
    await talk.click();
    await page.getByRole('button', { name: 'Start talking' }).waitFor();
    assert.isFalse(await page.getByText('calls with it fail').isVisible());
    const models = { ...agent.config.models, llm_config: { provider: 'groq' } };
    await account.api.ask('PATCH', `/agents/${agent_id}`, {
      config: { ...agent.config, language: { primary: 'hi' }, models },
    });
    await page.reload();
    await page.getByText('No credentials are stored for Groq').waitFor();
    await page.getByText('lists no model for Hindi').first().waitFor();
    await page.getByRole('link', { name: 'Add credentials' }).waitFor();
    await axe(page);
    assert.deepEqual(errors, []);
  });

  it('can be found, copied and deleted, each only after a question', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    for (const name of ['Receptionist', 'Billing'])
      await account.api.ask('POST', '/agents', { ...starterAgent([]), name });
    const { page } = await openPage('/agents', { as: account });
    await page.getByLabel('Search agents').fill('bill');
    await page.getByRole('link', { name: 'Receptionist', exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'More for Billing' }).click();
    await page.getByRole('menuitem', { name: 'Duplicate' }).click();
    await save(page, 'Create agent');
    await page.getByRole('heading', { name: 'Billing copy' }).waitFor();
    await page.getByRole('link', { name: 'Agents' }).first().click();
    await page.getByRole('button', { name: 'More for Receptionist' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete Receptionist?' }).getByRole('button', { name: 'Delete' }).click();
    await reported(page, 'Receptionist is deleted.');
    const left = await account.api.ask<Agent[]>('GET', '/agents');
    assert.sameMembers(
      left.map(({ name }) => name),
      ['Billing', 'Billing copy'],
    );
  });

  it('are archived and restored from their menu, and found by their status', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    for (const name of ['Receptionist', 'Billing'])
      await account.api.ask('POST', '/agents', { ...starterAgent([]), name });
    const { page, errors } = await openPage('/agents', { as: account });
    const move = async (name: string, action: string) => {
      await page.getByRole('button', { name: `More for ${name}` }).click();
      await page.getByRole('menuitem', { name: action }).click();
      const dialog = page.getByRole('dialog', { name: `${action} ${name}?` });
      await axe(page);
      await dialog.getByRole('button', { name: action }).click();
    };
    const statuses = async () =>
      Object.fromEntries((await account.api.ask<Agent[]>('GET', '/agents')).map(({ name, status }) => [name, status]));
    await move('Billing', 'Archive');
    await reported(page, 'Billing is archived.');
    assert.deepEqual(await statuses(), { Receptionist: 'active', Billing: 'archived' });
    await page.getByLabel('Status').selectOption({ label: 'Archived' });
    await page.getByRole('link', { name: 'Receptionist' }).waitFor({ state: 'detached' });
    assert.strictEqual(await page.getByRole('link', { name: /^Talk/ }).count(), 0);
    await move('Billing', 'Restore');
    await reported(page, 'Billing is restored.');
    assert.deepEqual(await statuses(), { Receptionist: 'active', Billing: 'active' });
    assert.deepEqual(errors, []);
  });

  for (const colorScheme of ['light', 'dark'] as const)
    it(`are accessible in list and form in the ${colorScheme} colour scheme`, async () => {
      const { openPage, signUp } = stage();
      const account = await signUp();
      const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
      const { page } = await openPage('/agents', { as: account, colorScheme });
      await page.getByRole('link', { name: 'Receptionist', exact: true }).waitFor();
      await axe(page);
      await page.goto(page.url() + `/${id}`);
      for (const name of TABS[colorScheme]) {
        await openTab(page, name);
        await page.locator('.skeleton').first().waitFor({ state: 'detached' });
        await axe(page);
      }
    });
});

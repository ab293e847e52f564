import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { eventually } from '../support/eventually.ts';
import { axe } from './support/axe.ts';
import { focused, reachByKeyboard, seesFocus } from './support/keyboard.ts';
import { saveAgent } from './support/save-agent.ts';
import { consoleOfSuite } from './support/stage.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();

describe('tools in the console', function () {
  const stage = consoleOfSuite();

  it('takes a tool secret, masks it, lists its hosts and deletes it', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/credentials', { as: await signUp() });
    await press(page, 'Add a tool secret');
    await axe(page);
    await page.getByLabel('Name').fill('bookings_key');
    await page.getByLabel('Value').fill('sk-bookings-1234');
    await page.getByLabel('Hosts').fill('api.example.com, b.example.com:8443');
    await press(page, 'Store');
    const row = page.getByRole('row').filter({ hasText: 'bookings_key' });
    await row.getByText('api.example.com, b.example.com:8443').waitFor();
    assert.notInclude(await page.content(), 'sk-bookings-1234');
    await axe(page);
    await press(page, 'Delete the tool secret bookings_key');
    await press(page, 'Delete');
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(errors, []);
  });

  it('asks again before it deletes a tool secret that an agent sends', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    await account.api.ask('POST', '/tool-secrets', { name: 'used', value: 'sk-used-1234', hosts: ['a.example'] });
    const { config, ...starter } = starterAgent([]);
    const request = { method: 'GET', url: 'https://a.example/', headers: { 'x-key': '{{secret.used}}' } };
    const tools = [{ type: 'http', name: 'ping', description: 'Pings.', request }];
    await account.api.ask('POST', '/agents', { ...starter, name: 'Sender', config: { ...config, tools } });
    const { page } = await openPage('/credentials', { as: account });
    await press(page, 'Delete the tool secret used');
    await press(page, 'Delete');
    await page.getByText('is sent by tools of Sender').waitFor();
    await press(page, 'Delete anyway');
    await page.getByText('No tool secrets stored yet.').waitFor();
  });

  it('shows the tag for a page, limits its visitors and takes a tool of the page', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    const { page, errors } = await openPage(`/agents/${id}?tab=web`, { as: account });
    await page.getByText(`<voice-agent agent="${id}" socket-url="ws://`).waitFor();
    await page.getByLabel('Allowed pages').fill('https://shop.example.com/cart');
    await page.getByLabel('Calls of all visitors in a minute').fill('9');
    await press(page, 'Add a tool of the page');
    const tool = page.getByRole('region', { name: 'New tool' });
    await tool.getByLabel('Description').fill('Shows a product.');
    await tool.getByLabel('Name', { exact: true }).fill('show_product');
    await press(page, 'Save changes');
    await page.getByLabel('Allowed pages').and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await axe(page);
    await page.getByLabel('Allowed pages').fill('https://shop.example.com\nhttps://*.example.org');
    await saveAgent(page);
    const { config } = await account.api.ask<Agent>('GET', `/agents/${id}`);
    assert.deepEqual(config.web, {
      allowed_origins: ['https://shop.example.com', 'https://*.example.org'],
      calls_per_minute: 9,
    });
    assert.deepEqual(
      config.page_tools?.map(({ name, side_effects }) => [name, side_effects]),
      [['show_product', true]],
    );
    assert.deepEqual(
      errors.filter((error) => !error.includes('422')),
      [],
    );
  });

  it('makes a tool, shows what the API refuses beside its field, and tries it with a real request', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    const { page, errors } = await openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Tools' }).click();
    await press(page, 'Add a tool');
    const tool = page.getByRole('region', { name: 'New tool' });
    await tool.getByLabel('Name', { exact: true }).fill('Ping');
    const named = page.getByRole('region', { name: 'Ping' });
    await named.getByLabel('Description').fill('Pings the server.');
    await named.getByLabel('URL').fill('https://tools.invalid/ping');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('must be 1 to 64 lower-case letters').first().waitFor();
    assert.equal(await page.getByText('must be 1 to 64 lower-case letters').count(), 1);
    await axe(page);
    await named.getByLabel('Name', { exact: true }).fill('ping');
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
    const [stored] = await account.api.ask<Agent[]>('GET', '/agents');
    assert.deepInclude(stored?.config.tools?.[0], { name: 'ping', side_effects: false, timeout_secs: 8 });

    await press(page, 'Try ping');
    const dialog = page.getByRole('dialog', { name: 'Try ping' });
    await dialog.getByRole('button', { name: 'Send the request' }).click();
    await dialog.getByText('The tool failed: its server cannot be reached').waitFor();
    await dialog.getByText('GET https://tools.invalid/ping').waitFor();
    await axe(page);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });

  it('is edited and tried with the keyboard alone, in the order of the page, and the focus returns from the dialog', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { config, ...starter } = starterAgent([]);
    const request = { method: 'POST', url: 'https://tools.invalid/', body: { size: '{{size}}' } };
    const parameters = { type: 'object', properties: { size: { type: 'string' } } };
    const tools = [{ type: 'http', name: 'ping', description: 'Pings.', parameters, request }];
    const agent = { ...starter, config: { ...config, tools } };
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', agent);
    const { page } = await openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Tools' }).waitFor();
    await reachByKeyboard(page, 'Agent');
    for (let steps = 0; steps < 12 && (await focused(page)) !== 'Tools'; steps += 1)
      await page.keyboard.press('ArrowRight');
    await reachByKeyboard(page, 'Edit ping');
    await page.keyboard.press('Enter');
    await reachByKeyboard(page, 'Name');
    const fields: string[] = [];
    for (let steps = 0; steps < 10; steps += 1) {
      await seesFocus(page);
      fields.push(await focused(page));
      await page.keyboard.press('Tab');
    }
    assert.deepEqual(fields, [
      ...['Name', 'Description', 'Parameters', 'Method', 'URL', 'Headers', 'Query parameters', 'Body'],
      ...['Changes something', 'Timeout in seconds'],
    ]);
    while ((await focused(page)) !== 'Try ping') await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('Enter');
    await eventually(async () => (await focused(page)) === 'Arguments', 'the focus in the dialog');
    await reachByKeyboard(page, 'Send the request');
    await seesFocus(page);
    await page.keyboard.press('Space');
    await page.getByText('The tool failed: its server cannot be reached').waitFor();
    await page.keyboard.press('Escape');
    await eventually(async () => (await focused(page)) === 'Try ping', 'the focus back on the button');
  });
});

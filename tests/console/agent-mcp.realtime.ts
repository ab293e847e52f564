import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { starterAgent } from '../../console/src/pages/agents/starter-agent.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { booking, text } from '../adapters/mcp/mcp-calls.ts';
import { openMcpServer, type OpenMcpServer } from '../adapters/mcp/mcp-server.ts';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const saved = (page: Page): Promise<void> =>
  page.getByRole('status').filter({ hasText: 'The agent is saved.' }).first().waitFor();
const PHONE = { width: 390, height: 844 };

/** Checks the page in both widths. */
async function looksRight(page: Page): Promise<void> {
  await axe(page);
  const before = page.viewportSize();
  await page.setViewportSize(PHONE);
  await axe(page);
  assert.isAtMost(await page.evaluate<number>('document.documentElement.scrollWidth'), PHONE.width);
  if (before) await page.setViewportSize(before);
}

describe('MCP servers and telephone settings in the console', function () {
  let server: OpenMcpServer;
  /** Filled before the platform starts. */
  const env: Record<string, string> = {};
  before(async () => {
    const served = booking(({ size }) => text(`Table for ${size}`));
    const nested = { type: 'object', properties: { a: { $ref: '#/$defs/a' } } };
    const list = [...served.list, { name: 'move', description: 'Moves a guest.', inputSchema: nested }];
    server = await openMcpServer({ ...served, list });
    env['LOCAL_UPSTREAMS'] = new URL(server.url).origin;
  });
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'], env });

  it('finds the tools of an MCP server, stores those that the user chooses and tries one', async () => {
    const account = await stage().signUp();
    const { agent_id: id } = await account.api.ask<Agent>('POST', '/agents', starterAgent([]));
    const { page, errors } = await stage().openPage(`/agents/${id}`, { as: account });
    await page.getByRole('tab', { name: 'Tools' }).click();
    await press(page, 'Add an MCP server');
    const region = page.getByRole('region', { name: 'New MCP server' });
    await region.getByLabel('URL').fill('http://10.0.0.1/mcp');
    await press(page, 'Find its tools');
    await page.getByText('url must not lead to the private server 10.0.0.1').waitFor();
    await region.getByLabel('URL').fill(server.url);
    await press(page, 'Find its tools');
    await page.getByText('The server has 2 tools.').waitFor();
    assert.isTrue(await page.getByRole('checkbox', { name: 'move' }).isDisabled());
    await page.getByRole('checkbox', { name: 'book' }).check();
    await press(page, 'Save changes');
    await page.getByText('mcp_servers[0].name must be 1 to 32').first().waitFor();
    await looksRight(page);
    await region.getByLabel('Name', { exact: true }).fill('bookings');
    await press(page, 'Save changes');
    await saved(page);
    const [stored] = await account.api.ask<Agent[]>('GET', '/agents');
    assert.deepInclude(stored?.config.mcp_servers?.[0]?.tools[0], { name: 'book', side_effects: true });

    await press(page, 'Try book');
    const dialog = page.getByRole('dialog', { name: 'Try bookings_book' });
    await dialog.getByRole('button', { name: 'Send the request' }).click();
    await dialog.getByText('Table for 1').waitFor();
    await looksRight(page);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });

  it('sets targets of transfers, voicemail and the pre-call request, and shows refusals beside their fields', async () => {
    const account = await stage().signUp();
    const { agentId } = await attachTelephone(account, 1);
    const { page, errors } = await stage().openPage(`/agents/${agentId}`, { as: account });
    await page.getByRole('tab', { name: 'Telephone' }).click();
    await press(page, 'Add a target');
    const target = page.getByRole('region', { name: 'New target' });
    await target.getByLabel('Description').fill('Questions about invoices.');
    await target.getByLabel('Number or SIP URI').fill('{{billing}}');
    await target.getByLabel('Mode').selectOption('warm');
    await target.getByLabel('Brief').fill('A guest: {{summary}}');
    await target.getByLabel('Name', { exact: true }).fill('billing');
    await page.getByLabel('When a machine answers').selectOption('leave_message');
    await page.getByLabel('Message').fill('Your table is booked.');
    await page.getByLabel('Answer to call screening').fill('About your table.');
    const preCall = page.getByRole('region', { name: 'Pre-call request' });
    await preCall.getByLabel('URL').fill('https://crm.example.com/calls');
    await press(page, 'Save changes');
    await page.getByText('transfer.targets[0].to has an unknown placeholder {{billing}}').first().waitFor();
    await looksRight(page);
    await page.getByRole('region', { name: 'billing' }).getByLabel('Number or SIP URI').fill('+14155550107');
    await press(page, 'Save changes');
    await saved(page);
    const { config } = await account.api.ask<Agent>('GET', `/agents/${agentId}`);
    assert.deepEqual(config.transfer?.targets, [
      {
        ...{ name: 'billing', description: 'Questions about invoices.', to: '+14155550107', mode: 'warm' },
        ...{ ring_seconds: 25, brief: 'A guest: {{summary}}' },
      },
    ]);
    const [message, answer] = ['Your table is booked.', 'About your table.'];
    assert.deepEqual(config.voicemail, { action: 'leave_message', message, screening_answer: answer });
    assert.deepEqual(config.pre_call, { url: 'https://crm.example.com/calls', timeout_secs: 2 });

    await press(page, 'Remove billing');
    await page.getByLabel('When a machine answers').selectOption('');
    await preCall.getByLabel('URL').fill('');
    await press(page, 'Save changes');
    await page.getByText('No targets yet.').waitFor();
    await page.getByRole('button', { name: 'Save changes' }).waitFor({ state: 'detached' });
    const cleared = (await account.api.ask<Agent>('GET', `/agents/${agentId}`)).config;
    for (const section of ['transfer', 'voicemail', 'pre_call']) assert.notProperty(cleared, section);
    assert.deepEqual(
      errors.filter((error) => !error.includes('status of 422')),
      [],
    );
  });
});

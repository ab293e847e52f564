import type { Server } from 'node:http';
import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { consoleOfSuite } from './support/stage.ts';
import { freePort } from '../support/free-port.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

const { PROVIDER_AUTH_ENCRYPTION_KEY } = TEST_KEYS;
const EXAMPLE = new URL('../../docs/examples/webhook-receiver.mjs', import.meta.url);
const PORT = await freePort();
const RECEIVER = `http://127.0.0.1:${PORT}`;

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const choose = async (page: Page, name: string): Promise<void> => {
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name }).click();
};

describe('webhooks in the console', () => {
  const stage = consoleOfSuite({ services: ['api'], env: { LOCAL_UPSTREAMS: RECEIVER, PROVIDER_AUTH_ENCRYPTION_KEY } });
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** Starts the receiver of the documentation. */
  const receive = async (secret: string, onEvent: () => void): Promise<void> => {
    const example = (await import(EXAMPLE.href)) as {
      webhookReceiver: (secret: string, onEvent: () => void) => Server;
    };
    server = example.webhookReceiver(secret, onEvent);
    await new Promise<void>((resolve) => void server?.listen(PORT, '127.0.0.1', resolve));
  };

  it('adds an endpoint, shows its secret once, and delivers a test event that is sent again', async () => {
    const { openPage, signUp } = stage();
    const { page, errors } = await openPage('/webhooks', { as: await signUp() });
    await page.getByText('No endpoints yet').waitFor();
    await axe(page);
    await page.getByRole('button', { name: 'Add an endpoint' }).first().click();
    await page.getByLabel('URL').fill('http://crm.example.com/events');
    await page.getByLabel('A call ended').check();
    await press(page, 'Add');
    await page.getByText('must begin with https').waitFor();
    await axe(page);
    await page.getByLabel('URL').fill(`${RECEIVER}/events`);
    await page.getByLabel('Description').fill('CRM');
    await press(page, 'Add');
    const secret = await page.getByRole('textbox', { name: 'Signing secret' }).inputValue();
    assert.match(secret, /^whsec_/);
    await axe(page);
    await page.getByRole('dialog').getByText('Close').click();
    let received = 0;
    await receive(secret, () => void (received += 1));

    await page.getByRole('link', { name: RECEIVER }).click();
    await page.getByRole('heading', { name: 'CRM' }).waitFor();
    assert.notInclude(await page.content(), secret);
    await press(page, 'Send a test event');
    const row = page.getByRole('row').filter({ hasText: 'endpoint.test' });
    await row.getByText('Delivered').waitFor();
    await row.getByText('Status 204').waitFor();
    assert.equal(received, 1);
    await axe(page);
    await row.getByRole('button', { name: /again/ }).click();
    await page.getByText('The event is on its way.').waitFor();
    await row.getByText('2', { exact: true }).waitFor();
    assert.equal(received, 1, 'the receiver knows the id');
    assert.isEmpty(errors.filter((error) => !error.includes('status of 422')));
  });

  it('replaces the secret, edits, disables, enables and deletes an endpoint with the keyboard alone', async () => {
    const { openPage, signUp } = stage();
    const account = await signUp();
    const { endpoint_id: id } = await account.api.ask<{ endpoint_id: string }>('POST', '/event-endpoints', {
      ...{ url: `${RECEIVER}/`, description: 'Orders', event_types: ['call.ended'] },
    });
    const { page, errors } = await openPage(`/webhooks/${id}`, { as: account });
    const { keyboard } = page;
    const open = async (steps: number): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).press('Enter');
      await page.getByRole('menuitem', { name: 'Edit' }).and(page.locator(':focus')).waitFor();
      for (let step = 0; step < steps; step += 1) await keyboard.press('ArrowDown');
      await keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    };
    const closed = () => page.getByRole('dialog').waitFor({ state: 'detached' });

    await open(1);
    await page.getByLabel('Previous secret stays valid').and(page.locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Signing secret' }).waitFor();
    await keyboard.press('Escape');
    await closed();
    await page.getByText('Previous secret valid until').waitFor();

    await open(0);
    await page.getByRole('textbox', { name: 'URL' }).and(page.locator(':focus')).waitFor();
    await keyboard.press('Tab');
    await keyboard.press('End');
    await keyboard.type(' 2');
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Orders 2' }).waitFor();
    await closed();

    await open(3);
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).press('Enter');
    await page.getByText('This endpoint is disabled. It gets no events.').waitFor();
    await axe(page);
    await page.getByRole('button', { name: 'Enable' }).press('Enter');
    await page.getByRole('button', { name: 'Send a test event' }).waitFor();
    await keyboard.press('Escape');

    await choose(page, 'Send parked events again');
    await page.getByLabel('Since').waitFor();
    await axe(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).press('Enter');
    await page.getByText('0 events are on their way.').waitFor();
    await closed();

    await choose(page, 'Delete');
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('No endpoints yet').waitFor();
    assert.isEmpty(errors);
  });
});

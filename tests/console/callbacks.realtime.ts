import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

/** The simulator answers busy for numbers with this ending. */
const BUSY = '+14155550101';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const reported = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();

describe('callbacks in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;

  it('are scheduled on the page of a call, and listed and canceled on that of campaigns', async () => {
    account = await stage().signUp();
    const { agentId } = await attachTelephone(account);
    const dial = { agent_id: agentId, to_number: BUSY };
    const { call_id } = await account.api.ask<{ call_id: string }>('POST', '/calls/outbound', dial);
    const { page, errors } = await stage().openPage(`/calls/${call_id}`, { as: account });
    await press(page, 'Call back');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Time', { exact: true }).fill('25:00');
    await dialog.getByRole('button', { name: 'Call back' }).click();
    await dialog.getByText('time must be a time of the day such as 17:00').waitFor();
    await dialog.getByLabel('Time', { exact: true }).fill('17:00');
    await dialog.getByLabel('Note').fill('Two rooms');
    await dialog.getByRole('button', { name: 'Call back' }).click();
    await reported(page, 'at 17:00 (America/Los_Angeles)');
    const path = '**/api/v1/callbacks?*';
    await page.route(path, (route) => route.fulfill({ status: 503, json: { detail: 'The store is not available' } }));
    await page.getByRole('link', { name: 'Campaigns', exact: true }).click();
    const card = page.getByRole('region', { name: 'Callbacks' });
    await card.getByRole('alert').filter({ hasText: 'The store is not available' }).waitFor();
    await page.unroute(path);
    const row = page.getByRole('row').filter({ hasText: BUSY });
    // The card asks every few seconds, and may have its answer before the click.
    await Promise.any([card.getByRole('button', { name: 'Try again' }).click(), row.waitFor()]);
    await row.getByText('Scheduled').waitFor();
    await row.getByText('Two rooms').waitFor();
    await row.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText(`${BUSY} will not be called back.`).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel callback' }).click();
    await row.waitFor({ state: 'detached' });
    const { callbacks } = await account.api.ask<{ callbacks: { status: string }[] }>(
      'GET',
      '/callbacks?upcoming=false',
    );
    assert.deepEqual(
      callbacks.map(({ status }) => status),
      ['canceled'],
    );
    // The browser logs the refused time, which is answered with 422, and what the store could not answer.
    assert.include(errors[0], '422');
    for (const error of errors.slice(1)) assert.include(error, '503');
  });
});

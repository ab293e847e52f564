import { readFile } from 'node:fs/promises';
import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

/** The simulator answers busy for numbers with this ending. */
const BUSY = '+14155550101';

const press = (page: Page, name: string): Promise<void> => page.getByRole('button', { name, exact: true }).click();
const reported = (page: Page, words: string): Promise<void> =>
  page.getByRole('status').filter({ hasText: words }).first().waitFor();

async function choose(page: Page, item: string): Promise<void> {
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: item }).click();
}

interface Campaign {
  readonly campaign_id: string;
  readonly name: string;
  readonly rate_limit_per_second: number;
  readonly state: string;
}

describe('a campaign in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;
  let agentId: string;

  before(async () => {
    account = await stage().signUp();
    ({ agentId } = await attachTelephone(account));
  });

  /** A campaign that was started, over one contact who is busy. */
  async function started(name: string, retries: object): Promise<string> {
    const list = new Blob([`phone_number,name\n${BUSY},Ada\n`]);
    const { source_id } = await account.api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', list);
    const body = { name, agent_id: agentId, source_id, retry_config: retries };
    const { campaign_id: id } = await account.api.ask<Campaign>('POST', '/campaign/create', body);
    await account.api.ask('POST', `/campaign/${id}/start`);
    return id;
  }

  it('says that it waits, is paused, changed and resumed', async () => {
    const id = await started('Spring', { enabled: true, max_retries: 1, retry_delay_seconds: 3_600 });
    const { page, errors } = await stage().openPage(`/campaigns/${id}`, { as: account });
    await reported(page, 'Waiting for retries');
    await press(page, 'Pause');
    await reported(page, 'the campaign is paused');
    await choose(page, 'Edit settings');
    await page.getByLabel('Name', { exact: true }).fill('Summer');
    await page.getByLabel('Dials per second').fill('21');
    await press(page, 'Save');
    await page.getByText('A whole number from 1 to 20.').waitFor();
    await page.getByLabel('Dials per second').fill('7');
    await press(page, 'Save');
    await page.getByRole('heading', { name: 'Summer' }).waitFor();
    await press(page, 'Resume');
    await page.getByRole('button', { name: 'Pause', exact: true }).waitFor();
    const { name, rate_limit_per_second: rate, state } = await account.api.ask<Campaign>('GET', `/campaign/${id}`);
    assert.deepEqual([name, rate, state], ['Summer', 7, 'running']);
    assert.deepEqual(errors, []);
  });

  it('offers its report once it is over, is dialled again and deleted', async () => {
    const id = await started('Autumn', { enabled: false });
    const { page, errors, consoleUrl } = {
      ...stage(),
      ...(await stage().openPage(`/campaigns/${id}`, { as: account })),
    };
    await reported(page, 'Every contact was dialled.');
    const download = page.waitForEvent('download');
    await press(page, 'Download report');
    const report = await readFile(await (await download).path(), 'utf8');
    assert.match(report, /\+14155550101.*busy/);

    await choose(page, 'Redial unreached contacts');
    await press(page, 'Create campaign');
    await page.getByRole('heading', { name: 'Autumn, again' }).waitFor();
    await reported(page, 'the campaign is not started');
    await choose(page, 'Delete campaign');
    await page.getByRole('dialog', { name: 'Delete Autumn, again?' }).getByText('Its calls are kept.').waitFor();
    await press(page, 'Delete campaign');
    await reported(page, 'Autumn, again is deleted.');
    await page.waitForURL(`${consoleUrl}/campaigns`);
    const left = await account.api.ask<Campaign[]>('GET', '/campaign/');
    assert.notInclude(
      left.map(({ name }) => name),
      'Autumn, again',
    );
    assert.deepEqual(errors, []);
  });
});

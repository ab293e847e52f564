import { assert } from 'chai';
import type { Page } from 'playwright-core';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { fitsScreens } from './support/screens.ts';
import { reachByKeyboard } from './support/keyboard.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone, type Telephone } from './support/telephone.ts';

/** The simulator does not answer numbers with this ending. */
const SILENT = '+14155550102';

describe('caller IDs and retry plans of a campaign in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;
  let telephone: Telephone;
  let numbers: readonly string[];

  before(async () => {
    account = await stage().signUp();
    telephone = await attachTelephone(account);
    const path = '/phone-numbers/providers/simulator/inventory';
    const inventory = await account.api.ask<{ numbers: string[] }>('GET', path);
    numbers = inventory.numbers.slice(0, 3);
    for (const number of numbers.slice(1))
      await account.api.ask('POST', '/phone-numbers/attach', { phone_number: number, provider: 'simulator' });
  });

  const found = (id: string) => account.api.ask<Campaign>('GET', `/campaign/${id}`);
  async function created(more: object): Promise<string> {
    const list = new Blob([`phone_number,name\n${SILENT},Ada\n`]);
    const { source_id } = await account.api.upload<{ source_id: string }>('/campaign/upload', 'guests.csv', list);
    const body = { name: 'Spring', agent_id: telephone.agentId, source_id, ...more };
    return (await account.api.ask<Campaign>('POST', '/campaign/create', body)).campaign_id;
  }
  /** Looks at the page on a wide and on a narrow screen. */
  async function look(page: Page): Promise<void> {
    await fitsScreens(page);
    await page.setViewportSize({ width: 1280, height: 800 });
  }

  it('are chosen for a new campaign with the keyboard alone', async () => {
    const { page, errors } = await stage().openPage('/campaigns/new', { as: account });
    const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(`phone_number\n${SILENT}\n`) };
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByLabel('Name', { exact: true }).fill('Pooled');
    const press = async (name: string, key = 'Space'): Promise<void> => {
      await reachByKeyboard(page, name);
      await page.keyboard.press(key);
    };
    await press('Call from several numbers');
    await page.getByText('Choose at least one.').waitFor();
    await page.getByRole('checkbox', { name: numbers[0]! }).waitFor();
    for (const number of [numbers[0]!, numbers[2]!]) await page.getByRole('checkbox', { name: number }).press('Space');
    await press('Rest numbers that few people answer');
    await reachByKeyboard(page, 'Least answered in percent');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('15');
    await press('Add a plan', 'Enter');
    const plan = page.getByRole('group', { name: 'Plan for Busy' });
    await plan.getByText('Numbers from 0.5 to 43200').waitFor();
    await reachByKeyboard(page, 'Minutes until the next attempt');
    await page.keyboard.type('5, 15, 60');
    await plan.getByText('At most 2, as many as there are retries.').waitFor();
    await look(page);
    await page.getByLabel('Minutes until the next attempt').fill('5, 15');
    await press('At another time of the day');
    await press('Create campaign', 'Enter');
    await page.getByRole('heading', { name: 'Pooled' }).waitFor();
    const all = await account.api.ask<Campaign[]>('GET', '/campaign/');
    const { orchestrator_metadata, retry_config } = all.find(({ name }) => name === 'Pooled')!;
    assert.deepEqual(orchestrator_metadata.caller_id_pool, {
      ...{ numbers: [numbers[0]!, numbers[2]!], local_presence: true, min_answer_rate: 0.15 },
      ...{ min_calls: 50, rest_hours: 24, min_interval_seconds: 0 },
    });
    assert.deepEqual(retry_config.plans, { busy: { delays_seconds: [300, 900], vary_hours: true } });
    assert.deepEqual(errors, []);
  });

  it('are shown with the calls of each number, changed and removed', async () => {
    const plans = { busy: { delays_seconds: [300] }, no_answer: { delays_seconds: [3_600, 7_200] } };
    const pool = { numbers: numbers.slice(0, 2), min_answer_rate: 0.5 };
    const id = await created({ caller_id_pool: pool, retry_config: { plans } });
    const { page, errors } = await stage().openPage(`/campaigns/${id}`, { as: account });
    const table = page.getByRole('table', { name: 'Numbers that this campaign calls from' });
    await table.getByText('In use').first().waitFor();
    assert.equal(await table.getByRole('row').count(), 3);
    await page.getByText('Settings', { exact: true }).click();
    await page.getByText('2 numbers by turns').waitFor();
    await page.getByText('No answer: after 60, 120 min').waitFor();
    await look(page);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit settings' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit settings' });
    await dialog.getByRole('checkbox', { name: numbers[2]! }).waitFor();
    await dialog.getByRole('checkbox', { name: numbers[2]! }).check();
    await dialog.getByRole('button', { name: 'Remove the plan for Busy' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const changed = await found(id);
    assert.deepEqual(changed.orchestrator_metadata.caller_id_pool?.numbers, numbers);
    assert.deepEqual(changed.retry_config.plans, { no_answer: plans.no_answer });
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Edit settings' }).click();
    await dialog.getByRole('switch', { name: 'Call from several numbers' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await table.waitFor({ state: 'detached' });
    assert.notProperty((await found(id)).orchestrator_metadata, 'caller_id_pool');
    assert.deepEqual(errors, []);
  });

  it('decide by the analysis of calls, and by how early they are hung up, as a member writes it', async () => {
    const path = `/agents/${telephone.agentId}`;
    const { config } = await account.api.ask<{ config: object }>('GET', path);
    const fields = { type: 'object', properties: { result: { type: 'string' } } };
    await account.api.ask('PATCH', path, { config: { ...config, analysis: { fields } } });
    const plans = { hung_up_early: { delays_seconds: [3_600] } };
    const id = await created({ retry_config: { plans } });
    const { page, errors } = await stage().openPage(`/campaigns/${id}`, { as: account });
    const dialog = page.getByRole('dialog', { name: 'Edit settings' });
    const edit = async (): Promise<void> => {
      await page.getByRole('button', { name: 'More actions' }).click();
      await page.getByRole('menuitem', { name: 'Edit settings' }).click();
    };
    const save = async (): Promise<void> => {
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await edit();
    await dialog.getByLabel('Hung up early within seconds').fill('20');
    await dialog.getByRole('switch', { name: 'Let the analysis of calls decide' }).click();
    await dialog.getByText('Enter at least one.').waitFor();
    await dialog.getByLabel('Field of the analysis').fill('results');
    const values = (number: number) => dialog.getByRole('group', { name: `Values ${number}`, exact: true });
    await values(1).getByLabel('Values', { exact: true }).fill('unfinished\nbad line');
    await values(1).getByLabel('Minutes until the next attempt').fill('60, 1440');
    await dialog.getByRole('button', { name: 'Add values' }).click();
    await values(2).getByLabel('Values', { exact: true }).fill('wrong person');
    await look(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('the agent has no results').waitFor();
    await dialog.getByLabel('Field of the analysis').fill('result');
    await save();
    const { retry_config: retry } = await found(id);
    assert.equal(retry.early_seconds, 20);
    assert.deepEqual(retry.by_analysis, {
      field: 'result',
      plans: [
        { values: ['unfinished', 'bad line'], delays_seconds: [3_600, 86_400] },
        { values: ['wrong person'], delays_seconds: [] },
      ],
      wait_seconds: 1_800,
    });
    await page.getByText('Settings', { exact: true }).click();
    await page.getByText('result is wrong person: not again').waitFor();
    await edit();
    await dialog.getByRole('button', { name: 'Remove values 1' }).click();
    await save();
    assert.lengthOf((await found(id)).retry_config.by_analysis?.plans ?? [], 1);
    await edit();
    await dialog.getByRole('switch', { name: 'Let the analysis of calls decide' }).click();
    await save();
    assert.notProperty((await found(id)).retry_config, 'by_analysis');
    // The refused field is answered with 422, which the browser logs.
    assert.lengthOf(errors, 1);
  });

  it('are shown as resting on the page of numbers, until when and why, and no longer afterwards', async () => {
    const { page, errors } = await stage().openPage('/', { as: account });
    const rest = { since: '2026-01-01T00:00:00Z', calls: 50, answered: 3, min_answer_rate: 0.1, campaign_id: 'c' };
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await page.route('**/api/v1/phone-numbers', async (route) => {
      const reply = await route.fetch();
      const [first, second, ...others] = (await reply.json()) as object[];
      const rested = [
        { ...first, resting: { ...rest, until } },
        { ...second, resting: { ...rest, until: rest.since, answered: 4 } },
      ];
      await route.fulfill({ response: reply, json: [...rested, ...others] });
    });
    await page.getByRole('link', { name: 'Numbers', exact: true }).click();
    await page.getByText('3 of 50 calls were answered, less than 10 %.').waitFor();
    assert.equal(await page.getByText('Rests', { exact: true }).count(), 1);
    await look(page);
    assert.deepEqual(errors, []);
  });
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { temporaryDirectory } from '../support/temporary.ts';
import { fitsScreens } from './support/screens.ts';
import { isFocusVisible } from './support/keyboard.ts';
import { consoleOfSuite, type Account } from './support/stage.ts';
import { attachTelephone } from './support/telephone.ts';

const STEPS_MAX = 120;
/** The simulator answers busy for the first number, and does not answer at the second. */
const LIST = ['phone_number,name', '+14155550101,Ada', '+14155550201,Ben', '+14155550301,Cy'];

interface Campaign {
  readonly campaign_id: string;
  readonly state: string;
  readonly orchestrator_metadata: { readonly variants?: readonly { agent_id: string; weight: number }[] };
}

/** Moves to the element with the tab key, and sees where the focus is. */
async function reach(page: Page, element: Locator): Promise<unknown> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    if ((await element.and(page.locator(':focus')).count()) > 0)
      return eventually(() => isFocusVisible(page), `a visible focus on ${String(element)}`);
    await page.keyboard.press('Tab');
  }
  assert.fail(`The tab key does not reach ${String(element)}`);
}

async function press(page: Page, element: Locator, key: string): Promise<void> {
  await reach(page, element);
  await page.keyboard.press(key);
}

describe('variants of a campaign in the console', function () {
  const stage = consoleOfSuite({ services: ['api', 'runtime', 'simulator'] });
  let account: Account;
  let short: string;

  before(async () => {
    account = await stage().signUp();
    const first = await attachTelephone(account, 0);
    await account.api.ask('PATCH', `/agents/${first.agentId}`, { name: 'Short greeting' });
    await attachTelephone(account, 1);
    short = first.agentId;
  });

  it('are chosen with the keyboard alone, share the contacts and are compared, on a wide and a narrow screen', async () => {
    const file = join(await temporaryDirectory(), 'guests.csv');
    await writeFile(file, `${LIST.join('\n')}\n`);
    const { page, errors } = await stage().openPage('/campaigns/new', { as: account });
    await page.locator('input[type=file]').setInputFiles(file);
    await page.getByText('3 contacts can be called.').waitFor();
    await reach(page, page.getByLabel('Name', { exact: true }));
    await page.keyboard.type('Two greetings');
    await press(page, page.getByRole('switch', { name: 'Let several agents share the contacts' }), 'Space');
    const weight = page.getByLabel('Weight of Short greeting');
    await reach(page, weight);
    await page.keyboard.press('Control+A');
    await page.keyboard.type('x');
    await page.keyboard.type('2000');
    await page.getByText('A number from 0 to 1000.').waitFor();
    await page.keyboard.press('Control+A');
    await page.keyboard.type('3');
    await press(page, page.getByRole('button', { name: 'Create campaign' }), 'Enter');
    await page.getByRole('heading', { name: 'Two greetings' }).waitFor();
    const [made] = await account.api.ask<[Campaign]>('GET', '/campaign/');
    const { campaign_id: id, orchestrator_metadata: settings } = made;
    const weights = new Map(settings.variants?.map((variant) => [variant.agent_id, variant.weight]));
    assert.deepEqual([weights.size, weights.get(short)], [2, 3]);

    await account.api.ask('PATCH', `/campaign/${id}`, { retry_config: { enabled: false } });
    await press(page, page.getByRole('button', { name: 'Start', exact: true }), 'Enter');
    await eventually(
      async () => (await account.api.ask<Campaign>('GET', `/campaign/${id}`)).state === 'completed',
      'the end of the campaign',
    );
    const card = page.getByRole('region', { name: 'Comparison' });
    await card.waitFor();
    await press(page, card.getByRole('button', { name: 'Compare', exact: true }), 'Enter');
    const shares = card.getByRole('table', { name: 'Shares' });
    await shares.waitFor();
    assert.isAtLeast(await shares.getByRole('row').count(), 3);
    await card.getByText('Too few to compare').or(card.getByText('No difference shown')).first().waitFor();
    await card.getByText('fewer than 100 finished contacts').waitFor();
    await fitsScreens(page);
    assert.deepEqual(errors, []);
  });
});

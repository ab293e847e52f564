import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { consoleOfSuite } from './support/stage.ts';

const CHUNK = '**/assets/members-page-*.js';
const MISSING = 'This page could not be loaded.';
const BROKEN = 'Something went wrong on this page.';

const open = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).click();
const shown = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** How often the console itself was loaded. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('domcontentloaded', () => (loads += 1));
  return () => loads;
}

describe('a page of the console', function () {
  const stage = consoleOfSuite();

  it('that cannot be loaded from a server that responds has the console reloaded once, says so, and is tried again later', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/agents', { as: await signUp() });
    await shown(page, 'Agents');
    const loads = countLoads(page);
    await page.route(CHUNK, (route) => route.fulfill({ status: 404 }));
    await open(page, 'Members');
    await shown(page, BROKEN);
    assert.strictEqual(loads(), 1);
    await open(page, 'Calls');
    await shown(page, 'Calls');
    await page.unroute(CHUNK);
    await open(page, 'Members');
    await shown(page, 'Members');
  });

  it('does not reload while the server is unreachable', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/agents', { as: await signUp() });
    await shown(page, 'Agents');
    const loads = countLoads(page);
    await page.context().setOffline(true);
    await open(page, 'Members');
    await shown(page, MISSING);
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Reload' }).click();
    await shown(page, 'Members');
    assert.strictEqual(loads(), 1);
  });

  it('keeps an open menu open when it arrives late', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/agents', { as: await signUp() });
    await shown(page, 'Agents');
    let come = (): void => undefined;
    const late = new Promise<void>((resolve) => (come = resolve));
    await page.route(CHUNK, (route) => late.then(() => route.continue()));
    await open(page, 'Members');
    await page.getByRole('button', { name: 'Account and organisation' }).click();
    const menu = page.getByRole('menu', { name: 'Account and organisation' });
    await menu.waitFor();
    come();
    await shown(page, 'Members');
    await page.getByRole('cell', { name: '(you)' }).waitFor();
    assert.isTrue(await menu.isVisible());
  });

  it('that breaks leaves the way to the others open', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage('/agents', { as: await signUp() });
    await shown(page, 'Agents');
    await page.route('**/api/v1/members/*', (route) => route.fulfill({ json: { members: 1 } }));
    await open(page, 'Members');
    await shown(page, BROKEN);
    await open(page, 'Calls');
    await shown(page, 'Calls');
  });

  it('links to the home page when its resource does not exist, without a retry', async () => {
    const { openPage, signUp } = stage();
    const { page } = await openPage(`/calls/${crypto.randomUUID()}`, { as: await signUp() });
    await page.getByText('Call not found').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await page.getByRole('link', { name: 'Go to the home page' }).click();
    await shown(page, 'Home');
  });
});

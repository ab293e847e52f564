import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { eventually } from '../support/eventually.ts';
import { axe } from './support/axe.ts';
import { AREAS, fullConsoleOfSuite, loaded } from './support/every-page.ts';
import { walkByTab } from './support/focus-walk.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1280, height: 900 };

/** How much wider than the window the page is. */
const excess = (page: Page) => page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
/** Resolves when this has the focus. */
const focused = (page: Page, what: Locator): Promise<void> => what.and(page.locator(':focus')).waitFor();

describe('every page of the console', function () {
  // Each test walks through many pages.
  this.timeout(600_000);
  const { stage, all } = fullConsoleOfSuite();

  for (const area of AREAS)
    it(`is walked by the tab key, and on a phone in the dark accessible and no wider than it: ${area}`, async () => {
      const { openPage, consoleUrl } = stage();
      const { page } = await openPage('/', { as: all().account });
      for (const path of all().paths[area]) {
        await page.setViewportSize(DESKTOP);
        await page.emulateMedia({ colorScheme: 'light' });
        await page.goto(consoleUrl + path);
        await loaded(page);
        await walkByTab(page);
        await page.setViewportSize(PHONE);
        await page.emulateMedia({ colorScheme: 'dark' });
        await eventually(async () => (await excess(page)) <= 0, `${path} as wide as the window`);
        await walkByTab(page);
        await axe(page);
      }
    });

  it('can be worked with by keys alone', async () => {
    const { openPage } = stage();
    const { page, errors } = await openPage('/agents/new', { as: all().account });
    const { keyboard } = page;
    await page.getByRole('heading', { name: 'New agent' }).waitFor();
    await page.getByRole('link', { name: 'Skip to the content' }).focus();
    await keyboard.press('Enter');
    await page.locator('main:focus').waitFor();

    await page.getByRole('tab', { name: 'Agent' }).focus();
    await keyboard.press('ArrowRight');
    await focused(page, page.getByRole('tab', { name: 'Models', selected: true }));
    await keyboard.press('End');
    await focused(page, page.getByRole('tab', { name: 'JSON', selected: true }));

    await page.getByRole('button', { name: 'Account and organisation' }).press('Enter');
    await focused(page, page.getByRole('menuitem', { name: 'Sign out' }));
    await keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('button', { name: 'Account and organisation' }));

    await page.getByRole('link', { name: 'Calls', exact: true }).press('Enter');
    await page.getByRole('button', { name: 'Place a call' }).press('Enter');
    await focused(page, page.getByLabel('Number to call'));
    await keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await focused(page, page.getByRole('button', { name: 'Place a call' }));
    assert.deepEqual(errors, []);
  });
});

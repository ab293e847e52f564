import { assert } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axe } from './support/axe.ts';
import { addForDialogs, type PagesOfDialogs } from './support/every-dialog.ts';
import { settled } from './support/chromium.ts';
import { fullConsoleOfSuite, loaded, type FullOrganisation } from './support/every-page.ts';
import { faultsOfWalk } from './support/focus-walk.ts';
import { seesFocus } from './support/keyboard.ts';

/** What opens a dialog: a button, or an item of the menu that a button opens. */
type Opener = string | RegExp | readonly [menu: string | RegExp, ...items: (string | RegExp)[]];

interface PageOfDialogs {
  readonly path: (all: FullOrganisation & PagesOfDialogs) => string;
  /** What must be done before. */
  readonly before?: (page: Page) => Promise<unknown>;
  readonly openers: readonly Opener[];
}

const check = (page: Page, name: RegExp) => page.getByRole('checkbox', { name }).first().check();

const PAGES: readonly PageOfDialogs[] = [
  { path: () => '/agents', openers: [[/^More for/, 'Archive', 'Delete']] },
  { path: () => '/agents', before: (page) => check(page, /^Select /), openers: ['Archive', 'Delete'] },
  {
    path: ({ pageOf }) => `${pageOf.agent}/versions`,
    openers: [/^Compare/, /^Roll back/, /^Canary/, 'Publish', 'Start a canary', 'Discard the draft'],
  },
  {
    path: ({ pageOf }) => pageOf.agent,
    before: (page) => page.getByLabel('Name', { exact: true }).fill('Another'),
    openers: ['Versions'],
  },
  { path: ({ canaried }) => canaried, openers: ['Promote', 'Abort', /^Compare/] },
  {
    path: ({ tried }) => tried,
    before: (page) => page.getByRole('button', { name: 'Edit ping' }).click(),
    openers: ['Try ping'],
  },
  { path: () => '/calls', openers: ['Place a call'] },
  { path: () => '/calls', before: (page) => check(page, /^Select /), openers: ['Delete'] },
  { path: ({ pageOf }) => pageOf.call, openers: ['Delete', 'Call back'] },
  { path: ({ talked }) => talked, openers: ['Add to a suite', /^Mark as wrong/, /^Change the mark/] },
  { path: () => '/campaigns', openers: ['Cancel'] },
  { path: () => '/campaigns', before: (page) => check(page, /^Select /), openers: ['Delete campaign'] },
  { path: ({ pageOf }) => pageOf.campaign, openers: [['More actions', 'Edit settings', 'Delete campaign']] },
  { path: ({ pageOf }) => pageOf.suite, openers: ['Start a run', ['More actions', 'Delete the suite']] },
  {
    path: ({ pageOf }) => `${pageOf.suite}/edit`,
    openers: ['Start from an example'],
  },
  { path: ({ pageOf }) => pageOf.run, openers: ['Delete the run'] },
  { path: () => '/knowledge', openers: [[/^More for/, 'Delete']] },
  { path: () => '/knowledge', before: (page) => check(page, /^Select /), openers: ['Delete'] },
  { path: () => '/numbers', openers: ['Attach a number', [/^Manage/, 'Detach']] },
  { path: () => '/numbers', before: (page) => check(page, /^Select /), openers: ['Detach'] },
  {
    path: () => '/credentials',
    openers: [
      [/^Manage the credentials/, 'Replace', 'Delete'],
      'Add credentials for OpenAI',
      'Add a tool secret',
      /^Replace the tool secret/,
      /^Delete the tool secret/,
      'Create an API key',
      /^Delete the API key/,
    ],
  },
  { path: () => '/webhooks', openers: ['Add an endpoint'] },
  {
    path: ({ pageOf }) => pageOf.endpoint,
    openers: [['More actions', 'Edit', 'Replace the signing secret', 'Send parked events again', 'Disable', 'Delete']],
  },
  {
    path: () => '/members',
    openers: ['Invite a member', 'Connect a provider', [/^Manage /, 'Make an admin', 'Remove']],
  },
  { path: () => '/members', before: (page) => check(page, /^Select /), openers: ['Remove'] },
  { path: () => '/privacy', openers: ['Erase all data'] },
  {
    path: () => '/privacy',
    before: (page) => page.getByLabel('Phone number').fill('+14155550101'),
    openers: ['Erase the number'],
  },
];

/** Menus whose items open no dialog. */
const MENUS = [/Account and organisation/, /Language/] as const;

const nameOf = (name: string | RegExp): string => (typeof name === 'string' ? name : name.source.replace(/^\^/, ''));

describe('every dialog and menu of the console', function () {
  this.timeout(300_000);
  const { stage, all } = fullConsoleOfSuite();
  let more: PagesOfDialogs;
  before(async () => {
    more = await addForDialogs(stage(), all());
  });

  const open = async (path: string): Promise<Page> => {
    const { page } = await stage().openPage(path, { as: all().account });
    await loaded(page);
    return page;
  };
  /** A button, or a link where a page may not be left. */
  const button = (page: Page, name: string | RegExp): Locator =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .and(page.locator(':not(:disabled)'))
      .first();

  for (const { path, before: prepare, openers } of PAGES)
    it(`keeps the focus, can be read, and gives the focus back: ${openers.flat().map(nameOf).join(', ')}`, async () => {
      const page = await open(path({ ...all(), ...more }));
      await prepare?.(page);
      for (const each of openers) {
        const [first, ...items] = typeof each === 'string' || each instanceof RegExp ? [each] : each;
        const opener = button(page, first);
        if (items.length === 0) {
          await opener.press('Enter');
          await checkDialog(page, opener);
        }
        for (const item of items) {
          await checkMenu(page, opener);
          await opener.press('Enter');
          await page.getByRole('menuitem', { name: item, exact: true }).press('Enter');
          await checkDialog(page, opener);
        }
      }
    });

  for (const menu of MENUS)
    it(`moves by arrow keys, can be read, and gives the focus back: ${menu.source}`, async () => {
      const page = await open('/costs');
      await checkMenu(page, button(page, menu));
    });
});

/** Asserts all of the dialog that is open, and closes it. */
async function checkDialog(page: Page, opener: Locator): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  const title = await dialog.getByRole('heading', { level: 2 }).first().textContent();
  await settled(page);
  await dialog.locator(':focus').waitFor();
  assert.deepEqual(await faultsOfWalk(page), [], `in ${title}`);
  await axe(page, 'dialog[open]');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await isAtOpener(page, opener, `after ${title}`);
}

/** Asserts that the arrow keys reach all of a menu and show where they are, and that Escape leads back to its button. */
async function checkMenu(page: Page, opener: Locator): Promise<void> {
  await opener.press('Enter');
  const menu = page.getByRole('menu');
  await menu.waitFor();
  const items = menu.locator(':is([role=menuitem], [role=menuitemradio]):not(:disabled)');
  const names: (string | null)[] = [];
  for (let steps = await items.count(); steps > 0; steps -= 1) {
    await menu.locator(':focus').waitFor();
    await seesFocus(page, `in ${await opener.textContent()}`);
    names.push(await page.locator(':focus').textContent());
    await page.keyboard.press('ArrowDown');
  }
  assert.sameOrderedMembers(names, await items.allTextContents());
  await axe(page, '[role=menu]');
  await page.keyboard.press('Escape');
  await menu.waitFor({ state: 'detached' });
  await isAtOpener(page, opener, 'after a menu');
}

async function isAtOpener(page: Page, opener: Locator, when: string): Promise<void> {
  await opener
    .and(page.locator(':focus'))
    .waitFor()
    .catch(() => assert.fail(`no opener has the focus ${when}`));
  await seesFocus(page, when);
}

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { writeDocs } from '../../tools/build/docs/write-docs.ts';
import { root } from '../architecture/cruise.ts';
import { CHROMIUM, openBrowser, type OpenBrowser, type Tab } from '../console/support/chromium.ts';
import { fitsScreens } from '../console/support/screens.ts';
import { skip } from '../support/skipped.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** Pages with long tables, long code, a picture, and the content of a file. */
const PAGES = [
  'index.html',
  'operations.html',
  'agents.html',
  'source/docs/examples.html',
  'source/docs/session.sh.html',
];

describe('the documentation site in a browser, opened as files', function () {
  let browser: OpenBrowser | undefined;
  let tab: Tab;
  let page: Page;
  let directory: string | undefined;
  let place: string;
  before(async function () {
    if (CHROMIUM === null) skip(this, 'there is no Chromium: apt-get install chromium');
    directory = await temporaryDirectory();
    place = join(directory, 'docs');
    await writeDocs(root, place);
    browser = await openBrowser(new Int16Array(0));
    tab = await browser.openTab();
    page = tab.page;
  });
  after(async () => {
    await browser?.close();
  });

  const open = (file: string): Promise<unknown> => page.goto(pathToFileURL(join(place, file)).href);

  /** The errors that are logged during an action. The check of accessibility logs its own: it reads style sheets as data. */
  async function errorsOf(action: () => Promise<unknown>): Promise<readonly string[]> {
    const earlier = tab.errors.length;
    await action();
    return tab.errors.slice(earlier);
  }

  for (const file of PAGES)
    it(`is accessible and fits desktops and phones, light and dark: ${file}`, async () => {
      assert.deepEqual(await errorsOf(() => open(file)), []);
      await fitsScreens(page);
    });

  it('finds a section by its words, mistyped too, with the keyboard alone', async () => {
    await page.setViewportSize({ width: 1280, height: 800 });
    await open('index.html');
    await page.keyboard.press('/');
    await page.keyboard.type('anser machine');
    const results = page.locator('#results a');
    await results.first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\.html/);
    assert.match(await page.locator('main').innerText(), /answering.machine/i);
  });

  it('says when nothing is found, and is closed with Escape', async () => {
    await open('source/docs/session.sh.html');
    await page.locator('#query').fill('xylophone');
    await page.getByText('No section has these words.').waitFor();
    await page.keyboard.press('Escape');
    assert.isFalse(await page.locator('#results').isVisible());
    assert.equal(await page.locator('#query').inputValue(), '');
  });

  it('is accessible while it shows results', async () => {
    await open('agents.html');
    const errors = await errorsOf(async () => {
      await page.locator('#query').fill('voicemail');
      await page.locator('#results a').first().waitFor();
    });
    assert.deepEqual(errors, []);
    await fitsScreens(page);
  });

  it('shows its pages without scripts', async () => {
    const plain = await browser!.openTab({ javaScriptEnabled: false });
    await plain.page.goto(pathToFileURL(join(place, 'index.html')).href);
    await plain.page.getByRole('link', { name: 'Campaigns', exact: true }).first().click();
    assert.equal(await plain.page.locator('h1').innerText(), 'Campaigns');
    await plain.close();
  });
});

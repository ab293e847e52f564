import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { fullConsoleOfSuite, loaded } from './support/every-page.ts';

const LISTS = ['/agents', '/calls', '/campaigns', '/knowledge', '/members', '/credentials', '/costs'];
const SCREENS = [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
] as const;

/** The choices whose words are wider than the boxes that show them. */
const cutOff = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    const ink = document.createElement('canvas').getContext('2d');
    return [...document.querySelectorAll('main select')]
      .filter((box) => box.getClientRects().length > 0)
      .flatMap((box) => {
        const { font, paddingLeft, paddingRight } = getComputedStyle(box);
        ink.font = font;
        const room = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
        return [...box.options].map(({ text }) => text).filter((text) => ink.measureText(text).width > room);
      });
  })()`);

/** How far the boxes of a row of fields are from one line, in pixels. */
const unevenness = (page: Page): Promise<number> =>
  page.evaluate<number>(`(() => {
    const boxes = [...document.querySelectorAll('.filters .control')].map((box) => box.getBoundingClientRect());
    return Math.max(0, ...boxes.flatMap((one) => boxes
      .filter((other) => Math.abs(one.top - other.top) < one.height / 2)
      .map((other) => Math.max(Math.abs(one.top - other.top), Math.abs(one.bottom - other.bottom)))));
  })()`);

/** The names of a list that stand in several lines, although they are short. */
const broken = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.agent-name a')]
    .filter((name) => name.getBoundingClientRect().height > 1.6 * parseFloat(getComputedStyle(name).lineHeight))
    .map((name) => name.textContent)`);

const filtersAt = (page: Page): Promise<number> =>
  page.evaluate<number>(`document.querySelector('.filters').getBoundingClientRect().top`);

describe('the filters of lists in the console', function () {
  this.timeout(300_000);
  const { stage, all } = fullConsoleOfSuite();
  before(async () => {
    const { api } = all().account;
    await api.upload('/knowledge/upload', 'prices.txt', new Blob(['A haircut is 20 euros.']));
    await api.ask('POST', `${all().pageOf.call}/callback`, { day: 'tomorrow', time: '17:00' });
  });

  for (const locale of ['de', 'es', 'hi'])
    it(`show every choice in full, and leave room for names, on a phone and on a desktop: ${locale}`, async () => {
      const { openPage, consoleUrl } = stage();
      for (const hasTouch of [true, false]) {
        const { page } = await openPage('/', { as: all().account, locale, hasTouch, isMobile: hasTouch });
        for (const path of LISTS) {
          await page.goto(consoleUrl + path);
          await loaded(page);
          for (const screen of SCREENS) {
            await page.setViewportSize(screen);
            const toggle = page.locator('.filters-toggle button');
            if (await toggle.isVisible()) await toggle.click();
            assert.deepEqual(await cutOff(page), [], `${path}, ${screen.width} px wide`);
            assert.isBelow(await unevenness(page), 1, `${path}, ${screen.width} px wide`);
            assert.deepEqual(await broken(page), [], `${path}, ${screen.width} px wide`);
          }
        }
      }
    });

  for (const path of ['/agents', '/calls'])
    it(`stay where they are when the list arrives: ${path}`, async () => {
      const { openPage, consoleUrl } = stage();
      const { page } = await openPage('/', { as: all().account });
      let come = (): void => undefined;
      const late = new Promise<void>((resolve) => (come = resolve));
      await page.route('**/api/v1/**', (route) => late.then(() => route.continue()));
      await page.goto(consoleUrl + path);
      await page.locator('.filters').waitFor();
      const before = await filtersAt(page);
      come();
      await page.getByRole('table').first().waitFor();
      assert.equal(await filtersAt(page), before);
    });
});

import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually.ts';

/** Twice around a large page: what is still loading is missed the first time. */
const STEPS_MAX = 160;

/** The name of the element that has the focus, as far as its label, its text or its caption says. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate<string>(`(() => {
    const element = document.activeElement;
    const caption = element?.labels?.[0]?.firstChild?.textContent;
    return (element?.getAttribute('aria-label') ?? caption ?? element?.textContent ?? '').trim();
  })()`);

/** Whether the element that has the focus is within the window, with an outline that shows it, or its row of a table. */
export const isFocusVisible = (page: Page): Promise<boolean> =>
  page.evaluate<boolean>(`(() => {
    const element = document.activeElement;
    const { top, bottom } = element.getBoundingClientRect();
    const isOutlined = [element, element.closest('tr') ?? element].some((each) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(each);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    });
    return isOutlined && top >= 0 && bottom <= innerHeight + 1;
  })()`);

/** Resolves when the focus can be seen: what has it may be scrolled to, or replaced, a moment later. */
export const seesFocus = async (page: Page, where = ''): Promise<void> =>
  void (await eventually(() => isFocusVisible(page), `a visible focus ${where}`));

/** Moves the focus with the tab key until it is on the element of this name. */
export async function reachByKeyboard(page: Page, name: string): Promise<void> {
  for (let steps = 0; steps < STEPS_MAX; steps += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`The tab key does not reach ${name}, but ${await focused(page)}`);
}

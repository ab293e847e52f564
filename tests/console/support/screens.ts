import { assert } from 'chai';
import type { Page } from 'playwright-core';
import { axe } from './axe.ts';

const SCREENS = [
  ['light', 1280, 800],
  ['dark', 390, 844],
] as const;

/** Asserts that a page is accessible and needs no horizontal scrolling on a light desktop and on a dark phone. */
export async function fitsScreens(page: Page): Promise<void> {
  for (const [colorScheme, width, height] of SCREENS) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height });
    await axe(page);
    const [content, visible] = await page.evaluate<[number, number]>(
      '[document.documentElement.scrollWidth, document.documentElement.clientWidth]',
    );
    assert.isAtMost(content, visible);
  }
}

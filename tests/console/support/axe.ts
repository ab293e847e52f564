import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { assert } from 'chai';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const SOURCE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/**
 * Asserts that people with any sense or tool can use what the page shows now, or a part of it, as far as a program can
 * tell.
 */
export async function axe(page: Page, part?: string): Promise<void> {
  // What the console shows until its code is here.
  await page.locator('progress.opening').waitFor({ state: 'detached' });
  await page.evaluate(await readFile(SOURCE, 'utf8'));
  // What is still fading in has not its colours yet.
  await page.evaluate(
    'Promise.all(document.getAnimations().map((one) => one.effect.getComputedTiming().iterations === Infinity || one.finished.catch(() => null)))',
  );
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${part === undefined ? '' : JSON.stringify(part)})`);

  const found = violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html}\n  ${node.failureSummary}`),
  );
  assert.deepEqual(found, [], `at ${page.url()}`);
}

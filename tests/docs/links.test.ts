import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { assert } from 'chai';
import { headingsOf, linksOf, readPages, ROOT, type Page } from './pages.ts';

const BESIDE = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** What a page links to and is not there. */
async function broken(page: Page): Promise<string[]> {
  const found = linksOf(page).map(async ({ path, heading }) => {
    const target = path === '' ? page.path : join(dirname(page.path), path);
    if (!existsSync(ROOT + target)) return `${page.path} leads to ${target}`;
    if (heading === null) return null;
    const text = path === '' ? page.text : await readFile(ROOT + target, 'utf8');
    return headingsOf({ text }).includes(heading) ? null : `${page.path} leads to ${target}#${heading}`;
  });
  return (await Promise.all(found)).filter((each) => each !== null);
}

describe('the pages', () => {
  it('link to nothing that is not there', async () => {
    const beside = BESIDE.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') }));
    const pages = [...(await readPages()), ...(await Promise.all(beside))];
    assert.isAbove(pages.flatMap(linksOf).length, 30);
    assert.deepEqual((await Promise.all(pages.map(broken))).flat(), []);
  });

  it('are told from broken ones', async () => {
    const text = '# Here\n[a](#here) [b](#there) [c](none.md) [d](https://example.com) `[e](none.md)`';
    assert.deepEqual(await broken({ path: 'README.md', text }), [
      'README.md leads to README.md#there',
      'README.md leads to none.md',
    ]);
  });
});

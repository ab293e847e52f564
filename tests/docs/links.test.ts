import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { assert } from 'chai';
import { headingsOf, linksOf, readPages, ROOT, type Page } from './pages.ts';

const BESIDE = ['CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'];

/** Broken links of a page. */
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

const TEST_FILES = new Set((await readdir(`${ROOT}tests`, { recursive: true })).map((file) => basename(file)));

/** File and folder names of the repository in code spans, without placeholders. */
const FILE =
  /^(?:(?:domain|application|adapters|bootstrap|tools|console|clients|tests|bench|docs|deploy)\/[\w./-]+|[\w-]+\.(?:test|realtime|distributed)\.ts)$/;

function unknownNames({ path, text }: Page): string[] {
  const spans = [...text.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
  const isThere = (name: string) => (name.includes('/') ? existsSync(ROOT + name) : TEST_FILES.has(name));
  return spans.filter((span) => FILE.test(span) && !isThere(span)).map((span) => `${path} names ${span}`);
}

const allPages = async (): Promise<Page[]> => [
  ...(await readPages()),
  ...(await Promise.all(BESIDE.map(async (path) => ({ path, text: await readFile(ROOT + path, 'utf8') })))),
];

describe('documentation pages', () => {
  it('have no broken links', async () => {
    const pages = await allPages();
    assert.isAbove(pages.flatMap(linksOf).length, 30);
    assert.deepEqual((await Promise.all(pages.map(broken))).flat(), []);
  });

  it('name only existing files and folders', async () => {
    assert.deepEqual((await allPages()).flatMap(unknownNames), []);
  });

  it('are distinguished from broken ones', async () => {
    const text = '# Here\n[a](#here) [b](#there) [c](none.md) [d](https://example.com) `[e](none.md)`';
    assert.deepEqual(await broken({ path: 'README.md', text }), [
      'README.md leads to README.md#there',
      'README.md leads to none.md',
    ]);
    assert.deepEqual(
      unknownNames({
        path: 'a.md',
        text: '`tests/none.ts` `links.test.ts` `gone.test.ts` `adapters/<x>.ts` `docs`',
      }),
      ['a.md names tests/none.ts', 'a.md names gone.test.ts'],
    );
  });
});

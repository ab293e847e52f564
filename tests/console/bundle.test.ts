import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { LANGUAGES } from '../../console/src/language.ts';
import { buildConsole } from '../../tools/build/console.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What the whole console may weigh in one language, as it is sent. No visit loads more than half of it. */
const MOST_BYTES = 225_000;
/** What a first visit may load. */
const MOST_AT_FIRST = 120_000;
const OF_CODE = /[.](js|css|html)$/;
const HASH = /-[\w-]{8}[.](?:js|css)$/;
const ROUTES = '../../console/src/routes.ts';
const TABS = '../../console/src/pages/agents/form-sections.tsx';
const FORM = 'agent-form-page';
const LOADED_LATER = /import\('[\w./-]*\/([\w-]+)[.]tsx'\)/g;

/** The files that this module loads when they are needed, by their names without an end. */
async function loadedBy(module: string): Promise<string[]> {
  const source = await readFile(new URL(module, import.meta.url), 'utf8');
  return [...new Set([...source.matchAll(LOADED_LATER)].map(([, name]) => name ?? ''))];
}

/** All that visitors may see first, by the files that have it: every page, and every tab of the form of an agent. */
async function firstVisits(): Promise<readonly (readonly string[])[]> {
  const [pages, tabs] = [await loadedBy(ROUTES), await loadedBy(TABS)];
  assert.includeMembers(pages, ['home-page', 'log-in', FORM]);
  assert.isAtLeast(pages.length, 28);
  assert.isAtLeast(tabs.length, 11);
  return [...pages.map((page) => [page]), ...tabs.map((tab) => [FORM, tab])];
}

describe('the bundle of the console', function () {
  let directory: string;
  let names: readonly string[];
  const nameOf = (file: string): string => file.replace(/^assets\//, '').replace(HASH, '');
  const filesNamed = (name: string): string[] => names.filter((file) => nameOf(file) === name);
  const weightOf = async (files: Iterable<string>): Promise<number> => {
    const weights = [...files].map(async (name) => {
      const file = join(directory, name);
      return (await stat(`${file}.gz`).catch(() => stat(file))).size;
    });
    return (await Promise.all(weights)).reduce((sum, size) => sum + size, 0);
  };
  const read = (name: string): Promise<string> => readFile(join(directory, name), 'utf8');

  /** These files with all that they import at once, and the styles of each. */
  async function loadedWith(files: readonly string[]): Promise<Set<string>> {
    const loaded = new Set(files);
    for (const file of loaded) {
      for (const style of filesNamed(nameOf(file))) if (style.endsWith('.css')) loaded.add(style);
      if (!file.endsWith('.js')) continue;
      for (const [, imported] of (await read(file)).matchAll(/(?:from|import)\s*"\.\/([\w.-]+\.js)"/g))
        loaded.add(`assets/${imported}`);
    }
    return loaded;
  }

  before(async () => {
    directory = await temporaryDirectory();
    await buildConsole(directory);
    names = (await readdir(directory, { recursive: true })).filter((name) => OF_CODE.test(name));
  });

  it('is light, in files of their own, and takes nothing from elsewhere', async () => {
    const others = Object.keys(LANGUAGES).filter((language) => language !== 'en');
    const weight = await weightOf(names.filter((name) => !others.includes(nameOf(name))));
    assert.isBelow(weight, MOST_BYTES);
    assert.isAbove(weight, 20_000, 'something was built');
    const page = await read('index.html');
    assert.notMatch(page, /<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)|https?:/);
    for (const name of names.filter((each) => each.endsWith('.css')))
      assert.notMatch(await read(name), /@import|url\((?!['"]?(?:data:|\/console\/))/, name);
  });

  it('loads at most 120 kB for a first visit of any page or tab, in one language alone', async () => {
    const visits = await firstVisits();
    const page = await read('index.html');
    const linked = [...page.matchAll(/\/console\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, file]) => file ?? '');
    assert.isAtLeast(linked.length, 4);
    for (const language of Object.keys(LANGUAGES)) {
      const texts = filesNamed(language).filter((file) => file.endsWith('.js'));
      assert.lengthOf(texts, 1, language);
      for (const visit of visits) {
        // What other pages need of a page is in a file of the same name.
        const chunks = visit.map((name) => filesNamed(name).filter((file) => file.endsWith('.js')));
        for (const [at, files] of chunks.entries()) assert.isNotEmpty(files, visit[at]);
        const loaded = await loadedWith(['index.html', ...linked, ...texts, ...chunks.flat()]);
        const languages = [...loaded].map(nameOf).filter((name) => Object.hasOwn(LANGUAGES, name));
        assert.deepEqual(languages, [language], visit.join());
        assert.isBelow(await weightOf(loaded), MOST_AT_FIRST, `${visit.join()} in ${language}`);
      }
    }
  });
});

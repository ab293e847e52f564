import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { LANGUAGES } from '../../console/src/language.ts';
import { buildConsole } from '../../tools/build/console.ts';
import { temporaryDirectory } from '../support/temporary.ts';

/** What the whole console may weigh in one language, as it is sent. */
const MOST_BYTES = 215_000;
/** What a first visit may load. */
const MOST_AT_FIRST = 120_000;
const OF_CODE = /[.](js|css|html)$/;
const HASH = /-[\w-]{8}[.](?:js|css)$/;
/** The pages that a visitor may see first, by the files that have them. */
const FIRST_PAGES = ['log-in', 'home-page', 'agents-page', 'calls-page', 'call-page', 'campaigns-page', 'costs-page'];

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

  it('loads at most 120 kB for a first visit, in one language alone', async () => {
    const page = await read('index.html');
    const linked = [...page.matchAll(/\/console\/(assets\/[\w.-]+\.(?:js|css))/g)].map(([, file]) => file ?? '');
    assert.isAtLeast(linked.length, 4);
    for (const language of Object.keys(LANGUAGES)) {
      const texts = filesNamed(language).filter((file) => file.endsWith('.js'));
      assert.lengthOf(texts, 1, language);
      for (const first of FIRST_PAGES) {
        const chunks = filesNamed(first).filter((file) => file.endsWith('.js'));
        assert.lengthOf(chunks, 1, first);
        const loaded = await loadedWith(['index.html', ...linked, ...texts, ...chunks]);
        const languages = [...loaded].map(nameOf).filter((name) => Object.hasOwn(LANGUAGES, name));
        assert.deepEqual(languages, [language], first);
        assert.isBelow(await weightOf(loaded), MOST_AT_FIRST, `${first} in ${language}`);
      }
    }
  });
});

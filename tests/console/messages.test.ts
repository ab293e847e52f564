import { readdir } from 'node:fs/promises';
import { assert } from 'chai';
import { LANGUAGES, languageFor, localeFor } from '../../console/src/language.ts';

const CONSOLE = new URL('../../console/', import.meta.url);
const ENGLISH = new URL('src/', CONSOLE);
const PLACEHOLDER = /\{\{[^}]*\}\}/g;

type Texts = Readonly<Record<string, unknown>>;
type TextFunction = (...args: readonly unknown[]) => unknown;

const translations = Object.keys(LANGUAGES).filter((language) => language !== 'en');

async function filesIn(folder: URL, end: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  return names.filter((name) => name.endsWith(end)).toSorted();
}

/** What is not the same in two trees of texts, apart from the words. */
function differences(english: unknown, other: unknown, path: string): string[] {
  if (typeof english !== typeof other) return [`${path} is no ${typeof english}`];
  if (typeof english === 'function') return lostValues(english as TextFunction, other as TextFunction, path);
  if (typeof english === 'string') return textDifferences(english, other as string, path);
  if (typeof english !== 'object' || english === null) return english === other ? [] : [`${path} is ${String(other)}`];
  const [mine, theirs] = [english as Texts, other as Texts];
  const names = new Set([...Object.keys(mine), ...Object.keys(theirs)]);
  return [...names].flatMap((name) => differences(mine[name], theirs[name], `${path}.${name}`));
}

function textDifferences(english: string, other: string, path: string): string[] {
  const isMissing = english.trim() !== '' && other.trim() === '';
  const kept = (english.match(PLACEHOLDER) ?? []).every((placeholder) => other.includes(placeholder));
  return isMissing ? [`${path} is empty`] : kept ? [] : [`${path} has not all placeholders`];
}

/** Values that the text in English shows and the other one does not. */
function lostValues(english: TextFunction, other: TextFunction, path: string): string[] {
  for (const args of samples(english.length)) {
    let shown;
    try {
      shown = String(english(...args));
    } catch {
      continue;
    }
    const text = String(other(...args));
    const lost = args.map(String).filter((value) => shown.includes(value) && !text.includes(value));
    return lost.map((value) => `${path} loses ${value} of “${shown}”`);
  }
  return [`${path} takes none of the samples`];
}

/** Arguments of every mix of numbers, strings and lists. */
function samples(length: number): unknown[][] {
  let all: unknown[][] = [[]];
  for (let place = 0; place < length; place++)
    all = all.flatMap((args) => [11 + place, `x${place}`, [`y${place}`]].map((value) => [...args, value]));
  return all;
}

describe('the languages of the console', () => {
  it('is the chosen one, otherwise the first preferred one that there is, otherwise English', () => {
    assert.equal(languageFor('en', ['de']), 'en');
    assert.equal(languageFor(null, ['fr-FR', 'de-AT', 'en']), 'de');
    assert.equal(languageFor('xx', ['fr']), 'en');
    assert.equal(languageFor('constructor', []), 'en');
  });

  it('writes dates and numbers as the region of the visitor does', () => {
    assert.deepEqual(localeFor('de', ['en-US', 'de-AT']), { dates: 'de-AT', numbers: 'de-AT' });
    assert.deepEqual(localeFor('de', ['fr']), { dates: 'de', numbers: 'de' });
    assert.deepEqual(localeFor('en', ['en-US']), { dates: 'en-GB', numbers: 'en' });
  });

  for (const language of translations)
    it(`has every text in ${language}, with its values and placeholders, and none besides`, async () => {
      const folder = new URL(`messages/${language}/`, CONSOLE);
      const files = await filesIn(ENGLISH, 'strings.ts');
      assert.isAbove(files.length, 20);
      assert.deepEqual(await filesIn(folder, '.ts'), files);
      const found = files.map(async (file) => {
        const english = (await import(new URL(file, ENGLISH).href)) as Texts;
        const { texts } = (await import(new URL(file, folder).href)) as { readonly texts: Texts };
        return differences({ ...english }, texts, file);
      });
      assert.deepEqual((await Promise.all(found)).flat(), []);
    });
});

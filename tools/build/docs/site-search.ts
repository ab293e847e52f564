import MiniSearch, { type SearchResult } from 'minisearch';
import { englishStem } from '../../../adapters/lib/english-stem.ts';

/** A section of a page, or a row of one of its tables. */
export interface SearchEntry {
  /** From the root of the site. */
  readonly url: string;
  readonly page: string;
  /** The heading above it, unless that is the title of the page. */
  readonly section?: string;
  /** The heading of a section, or what a row explains. */
  readonly heading: string;
  /** What list items of a section explain. */
  readonly names?: string;
  readonly text: string;
}

export type DocumentationIndex = MiniSearch<SearchEntry>;

/** Words that say nothing about what is searched for. */
const LEFT_OUT = new Set(
  'a an and are be can do does for from how i in is it my of on or that the this to what when where which who why with'.split(
    ' ',
  ),
);

/** Pages of which a hit is rarely what was searched for, if others have it too. */
const BESIDE: Readonly<Record<string, number>> = {
  Changelog: 0.2,
  Contributing: 0.5,
  'Differences from the specification': 0.5,
};

/** What a row of a table counts beside a section. */
const ROW = 0.6;

/** What an exact heading counts beside one that only has the words. */
const EXACT = 3;

/** Words and names: letters, digits and the underscores of settings. */
const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

const wordsIn = (text: string): string[] => text.match(WORD) ?? [];

/** A name such as `TRUST_PROXY` is found whole and by its parts. */
const writtenWords = (text: string): string[] =>
  wordsIn(text).flatMap((word) => (word.includes('_') ? [word, ...word.split('_')] : [word]));

/** What the index has of a word: the word for those that type its beginning, and its stem for its other forms. */
function termsOf(written: string): string[] {
  const word = written.toLowerCase();
  const stem = stemOf(word);
  return stem === word ? [word] : [word, stem];
}

const stemOf = (word: string): string => (/^[a-z]+$/.test(word) ? englishStem(word) : word);

const queryTerm = (written: string): string | null => {
  const word = written.toLowerCase();
  return LEFT_OUT.has(word) ? null : stemOf(word);
};

/** A heading or a question as it is compared. */
const plain = (text: string): string =>
  wordsIn(text)
    .flatMap((word) => queryTerm(word) ?? [])
    .join(' ');
const PLAIN = 'plainHeading';

/** The index of a documentation. */
export function documentationIndex(entries: readonly SearchEntry[]): DocumentationIndex {
  const index = new MiniSearch<SearchEntry>({
    idField: 'url',
    fields: ['heading', 'section', 'page', 'names', 'text'],
    storeFields: ['url', 'page', 'section', 'heading', 'text', PLAIN],
    extractField: (entry, field) => (field === PLAIN ? plain(entry.heading) : entry[field as keyof SearchEntry]) ?? '',
    tokenize: writtenWords,
    processTerm: termsOf,
    searchOptions: {
      boost: { heading: 6, names: 4, page: 3, section: 2 },
      tokenize: wordsIn,
      processTerm: queryTerm,
      prefix: (term) => term.length > 2,
      fuzzy: (term) => (term.length > 4 && !term.includes('_') ? 0.2 : false),
      weights: { prefix: 0.4, fuzzy: 0.2 },
    },
  });
  index.addAll(entries);
  return index;
}

/** Entries with all words of the text, best first; where there are none, entries with one of them. */
export function findEntries(index: DocumentationIndex, text: string): SearchResult[] {
  const wanted = plain(text);
  const boostDocument = (_id: unknown, _term: string, stored: Record<string, unknown> = {}): number => {
    const {
      url = '',
      page = '',
      [PLAIN]: heading,
    } = stored as Partial<Record<keyof SearchEntry | typeof PLAIN, string>>;
    return (BESIDE[page] ?? 1) * (url.includes('#row-') ? ROW : 1) * (heading === wanted ? EXACT : 1);
  };
  const all = index.search(text, { combineWith: 'AND', boostDocument });
  return all.length > 0 ? all : index.search(text, { tokenize: writtenWords, boostDocument });
}

/** The first word of a text that begins with one of these terms. Null: none does. */
export function wordAround(
  text: string,
  terms: readonly string[],
): { readonly from: number; readonly to: number } | null {
  for (const { 0: word, index: from } of text.matchAll(WORD)) {
    const parts = writtenWords(word.toLowerCase());
    if (terms.some((term) => parts.some((part) => part.startsWith(term)))) return { from, to: from + word.length };
  }
  return null;
}

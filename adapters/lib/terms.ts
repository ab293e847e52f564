import { englishStem } from './english-stem.ts';
import { ENDINGS_AR, ENDINGS_EL, ENDINGS_HI, ENDINGS_RU, LEFT_OUT, PREFIXES_AR, REFLEXIVE_RU } from './word-lists.ts';
import { plain, shortened, writtenWords } from './words.ts';

/** English endings behind an apostrophe. */
const CONTRACTIONS = /(?:n['’]t|['’](?:s|d|m|ll|re|ve))(?![\p{L}\p{N}])/giu;
/** Turkish writes endings of names behind an apostrophe; Italian and French write articles before one. */
const APOSTROPHES = /(?<=\p{Script=Latin})['’](?=\p{Script=Latin})/gu;
/** The least letters that are left of a word. */
const LEAST = { devanagari: 2, cyrillic: 3, reflexive: 4, greek: 3, arabic: 2 } as const;
/** Most cached words. When full, the cache is cleared. */
const REMEMBERED = 20_000;

/** How often each word that tells passages apart occurs in a text, by stem. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const written of writtenWords(plain(text.replace(CONTRACTIONS, '').replace(APOSTROPHES, ' ')))) {
    if (leftOut.has(written)) continue;
    const stem = stemOf(written);
    counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  return counts;
}

const leftOut: ReadonlySet<string> = new Set([...LEFT_OUT].map(plain));

const stems = new Map<string, string>();

function stemOf(written: string): string {
  const known = stems.get(written);
  if (known !== undefined) return known;
  if (stems.size >= REMEMBERED) stems.clear();
  const stem = SCRIPTS.find(({ letters }) => letters.test(written))?.stem(written) ?? written;
  stems.set(written, stem);
  return stem;
}

/** How words lose their endings, by script: which language a text is in is not known. */
const SCRIPTS: readonly { readonly letters: RegExp; readonly stem: (written: string) => string }[] = [
  { letters: /^[a-z]+$/u, stem: englishStem },
  { letters: /^[\u0900-\u097f]+$/u, stem: (written) => shortened(written, ENDINGS_HI, LEAST.devanagari) },
  {
    letters: /^[\u0400-\u04ff]+$/u,
    stem: (written) => shortened(shortened(written, REFLEXIVE_RU, LEAST.reflexive), ENDINGS_RU, LEAST.cyrillic),
  },
  {
    letters: /^[\u0370-\u03ff]+$/u,
    stem: (written) => shortened(written.replaceAll('ς', 'σ'), ENDINGS_EL, LEAST.greek),
  },
  { letters: /^[\u0600-\u06ff]+$/u, stem: arabicStem },
];

function arabicStem(written: string): string {
  const letters = written
    .replace(/[\u064b-\u0652\u0640]/gu, '')
    .replace(/[أإآ]/gu, 'ا')
    .replace(/ى/gu, 'ي');
  const prefix = PREFIXES_AR.find((each) => letters.startsWith(each)) ?? '';
  // The shortest prefix is "and", which is the first letter of many words.
  const least = prefix.length === 1 ? LEAST.arabic + 1 : LEAST.arabic;
  const rest = letters.length - prefix.length >= least ? letters.slice(prefix.length) : letters;
  // One after the other, each once: "their books" has the ending of the plural and that of possession.
  return ENDINGS_AR.reduce((word, ending) => shortened(word, [ending], LEAST.arabic), rest);
}

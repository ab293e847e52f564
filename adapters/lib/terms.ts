import { englishStem } from './english-stem.ts';
import { ENDINGS_AR, ENDINGS_EL, ENDINGS_HI, ENDINGS_RU, LEFT_OUT, PREFIXES_AR, REFLEXIVE_RU } from './word-lists.ts';
import { plain, shortened, writtenWords } from './words.ts';

/** English endings behind an apostrophe, and whole words of which they would leave another word: `can't` is not `ca`. */
const CONTRACTIONS =
  /(?:(?<![\p{L}\p{M}\p{N}])(?:ca|wo|sha|ai)n['’]t|n['’]t|['’](?:s|d|m|ll|re|ve))(?![\p{L}\p{N}])/giu;
/** Turkish writes endings of names behind an apostrophe; Italian and French write articles before one. */
const APOSTROPHES = /(?<=\p{Script=Latin})['’](?=\p{Script=Latin})/gu;
/** The least letters that are left of a word. */
const LEAST = { devanagari: 2, cyrillic: 3, reflexive: 4, greek: 3, arabic: 2 } as const;
/** Longer words are not cached. */
const LONGEST = 40;
/** Most cached words. When full, the cache is cleared. */
const REMEMBERED = 20_000;

/** Words as they are written. */
const WRITTEN = /[\p{L}\p{M}\p{N}'’]+/gu;
/** A word without accents may be English: Vietnamese has `thể` and `đó`, which say something. */
const UNACCENTED = /^[a-z'’]+$/iu;

/** How often each word that tells passages apart occurs in a text, by stem. */
export function termCounts(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  const divided = text.normalize('NFC').replace(CONTRACTIONS, '').replace(APOSTROPHES, ' ');
  for (const [written] of divided.matchAll(WRITTEN))
    for (const term of termsOf(written)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

const known = new Map<string, readonly string[]>();

/** The terms of a word. In scripts without spaces it may be a sentence. */
function termsOf(written: string): readonly string[] {
  const remembered = known.get(written);
  if (remembered) return remembered;
  const leftOut = UNACCENTED.test(written) ? LEFT_OUT.english : leftOutHindi;
  const terms = writtenWords(plain(written)).flatMap((word) => (leftOut.has(word) ? [] : [stemOf(word)]));
  if (written.length > LONGEST) return terms;
  if (known.size >= REMEMBERED) known.clear();
  known.set(written, terms);
  return terms;
}

const leftOutHindi: ReadonlySet<string> = new Set([...LEFT_OUT.hindi].map(plain));

const stemOf = (word: string): string => SCRIPTS.find(({ letters }) => letters.test(word))?.stem(word) ?? word;

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

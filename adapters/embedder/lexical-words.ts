import { ENDINGS_EN, ENDINGS_HI, FREQUENT } from './lexical-language.ts';

/** How much a word tells where nothing is known of other texts. What nearly every text has tells next to nothing. */
const WEIGHTS = { frequent: 0.04, short: 0.55, usual: 1, number: 1.25 } as const;

/** Words are letters with their marks, or digits; scripts that write without spaces give pairs of neighbours instead. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Of a longer run of letters only the beginning counts: it is no word of any language. */
const LONGEST = 40;
/** What a word gains when it is there again, and up to which of its times. */
const AGAIN = { gain: 0.4, most: 16 } as const;

/** So many words are remembered; more are met in a library, and forgotten all at once. */
const REMEMBERED = 20_000;

/** How much of each word is in a text, by its stem. */
export type Profile = ReadonlyMap<string, number>;

/** A text as words: inflections of a word are one, and a word that is there again counts less each time. */
export function profileOf(text: string): Profile {
  const profile = new Map<string, { weight: number; times: number }>();
  for (const written of writtenWords(plain(text))) {
    const { stem, weight } = wordOf(written);
    const known = profile.get(stem);
    if (!known) profile.set(stem, { weight, times: 1 });
    else {
      known.weight = Math.max(known.weight, weight);
      known.times += 1;
    }
  }
  return new Map(Array.from(profile, ([stem, { weight, times }]) => [stem, weight * repeated(times)]));
}

const words = new Map<string, { readonly stem: string; readonly weight: number }>();

function wordOf(written: string): { readonly stem: string; readonly weight: number } {
  const known = words.get(written);
  if (known) return known;
  if (words.size >= REMEMBERED) words.clear();
  const word = { stem: stemOf(written), weight: weightOf(written) };
  words.set(written, word);
  return word;
}

const repeated = (times: number): number => 1 + AGAIN.gain * (Math.sqrt(Math.min(times, AGAIN.most)) - 1);

/** Letters without what varies in writing: case, width, accents of Latin letters, dots and moons of Hindi. */
const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]|\u093c|\u200c|\u200d|['’]/gu, '')
    .replace(/\u0901/gu, '\u0902')
    .replace(/[\u0966-\u096f]/gu, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFC');

const writtenWords = (text: string): string[] =>
  [...text.matchAll(RUN)].flatMap(([run]) => (UNSPACED.test(run) ? pairsOf([...run]) : [run.slice(0, LONGEST)]));

const pairsOf = (letters: readonly string[]): string[] =>
  letters.length === 1 ? [...letters] : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);

const frequent: ReadonlySet<string> = new Set([...FREQUENT].map(plain));

function weightOf(written: string): number {
  if (frequent.has(written)) return WEIGHTS.frequent;
  const isShort = written.length < (/\p{N}/u.test(written) || UNSPACED.test(written) ? 2 : 3);
  if (isShort) return WEIGHTS.short;
  return /\p{N}/u.test(written) ? WEIGHTS.number : WEIGHTS.usual;
}

/** The word without one ending of inflection, where enough of it is left. */
function stemOf(written: string): string {
  if (/^[a-z]+$/.test(written)) return shortened(written, ENDINGS_EN, 3);
  return /^[\u0900-\u097f]+$/u.test(written) ? shortened(written, ENDINGS_HI, 2) : written;
}

function shortened(written: string, endings: readonly string[], least: number): string {
  const ending = endings.find((each) => written.endsWith(each) && written.length - each.length >= least);
  return ending === undefined ? written : written.slice(0, written.length - ending.length);
}

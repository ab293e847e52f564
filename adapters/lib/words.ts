import { ENDINGS_EN, ENDINGS_HI, FREQUENT } from './word-lists.ts';

/** Weights of words without knowledge of other texts. Frequent words weigh almost nothing. */
const WEIGHTS = { frequent: 0.04, short: 0.55, usual: 1, number: 1.25 } as const;

/** Words are letters with their marks, or digits. Scripts without spaces give pairs of neighbours. */
const RUN = /[\p{L}\p{M}\p{N}]+/gu;
const UNSPACED =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Longer runs of letters are cut: no word of any language is longer. */
const LONGEST = 40;
/** The weight a repeated word gains, and the most repetitions that count. */
const AGAIN = { gain: 0.4, most: 16 } as const;

/** Most cached words. When full, the cache is cleared. */
const REMEMBERED = 20_000;

/** The weight of each word in a text, by stem. */
export type Profile = ReadonlyMap<string, number>;

/**
 * The words of a text. Inflections of a word are one, and repetitions count less. Stored vectors are made of them: another
 * stem or weight needs another embedding model.
 */
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

/** Normalises letters: case, width, Latin accents, Hindi dots. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]|\u093c|\u200c|\u200d|['’]/gu, '')
    .replace(/\u0901/gu, '\u0902')
    .replace(/[\u0966-\u096f]/gu, (digit) => String(digit.charCodeAt(0) - 0x0966))
    .normalize('NFC');

export const writtenWords = (text: string): string[] =>
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

/** Removes one inflectional ending when enough of the word remains. */
function stemOf(written: string): string {
  if (/^[a-z]+$/.test(written)) return shortened(written, ENDINGS_EN, 3);
  return /^[\u0900-\u097f]+$/u.test(written) ? shortened(written, ENDINGS_HI, 2) : written;
}

export function shortened(written: string, endings: readonly string[], least: number): string {
  const ending = endings.find((each) => written.endsWith(each) && written.length - each.length >= least);
  return ending === undefined ? written : written.slice(0, written.length - ending.length);
}

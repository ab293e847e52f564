import { UNFINISHED_WORDS } from './unfinished-words.ts';

/** How complete the caller's words look at their end. `open`: nothing shows whether more will follow. */
export type WordsLook = 'complete' | 'open' | 'incomplete' | 'digits' | 'filler';

/** Digits that show that a number is dictated in groups, if there are as many, in several words or in one. */
const DIGITS_IN_GROUPS = 3;
const DIGITS_IN_ONE_WORD = 5;

/** How the words look at their end, in a language known by its canonical id. In other languages words look open. */
export function wordsLook(text: string, language: string): WordsLook {
  const plain = text.normalize('NFC').toLowerCase().replaceAll('’', "'").trim();
  if (/[?？؟]["'”’」）)]*$/u.test(plain)) return 'complete';
  const known = UNFINISHED_WORDS.get(language.split('-', 1).join(''));
  const words = plain.match(/\p{Nd}+(?:[.,:/]\p{Nd}+)+|[\p{L}\p{M}\p{N}']+/gu) ?? [];
  if (!known || words.length === 0) return 'open';
  const end = ` ${words.join(' ')}`;
  const endsWith = (phrase: string): boolean => end.endsWith(` ${phrase}`);
  if (known.fillers.some(endsWith)) return 'filler';
  if (isDictated(words, known.digits)) return 'digits';
  if (known.complete.some(endsWith)) return 'open';
  const isIncomplete = known.incomplete.some(endsWith) || /(?:,|…|\.\.\.)$/u.test(plain);
  return isIncomplete ? 'incomplete' : 'open';
}

/** Whether the words end with digits or letters one by one, or with a long row of digits. */
function isDictated(words: readonly string[], digitWords: readonly string[]): boolean {
  let digits = 0;
  let groups = 0;
  for (const word of words.toReversed()) {
    const isNumber = /^\p{Nd}+$/u.test(word);
    if (!isNumber && !digitWords.includes(word) && !/^\p{L}$/u.test(word)) break;
    digits += isNumber ? word.length : 1;
    groups += 1;
  }
  return digits >= (groups > 1 ? DIGITS_IN_GROUPS : DIGITS_IN_ONE_WORD);
}

/** Words without case and punctuation: final transcripts differ in these from stable ones. */
export const normalisedWords = (words: string): string =>
  words
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

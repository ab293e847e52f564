import type { Gender } from './number-speller.ts';
import type { TextLocale } from './locale.ts';
import { AFTER, anyOf, BEFORE, ruleFor, type Rule } from './rule.ts';

/** A number in digits, without its sign. */
export interface WrittenNumber {
  readonly whole: string;
  readonly fraction: string;
}

/** Longest number that is read as one, in digits. Longer ones are codes. */
const READ_AS_NUMBER_MAX = 6;
/** Shortest number after a word such as “code” that is read digit by digit. */
const CODE_MIN = 3;
/** Longest number with separators, in digits. */
const DIGITS_MAX = 15;
const SPACES = String.raw`[ \u00a0\u202f]`;
const HARD_SPACES = String.raw`\u00a0\u202f`;

/** Pattern of a number with the marks of this language: groups and a decimal fraction. */
export function numberPattern({ base, decimal, group }: TextLocale): string {
  const ownMark = group === '’' ? "’'" : group;
  // English numbers that follow each other are several numbers.
  const groupMark = `[${ownMark}${HARD_SPACES}${base === 'en' ? '' : ' '}]`;
  const fraction = `(?:${anyOf([decimal])}\\d{1,6})?`;
  return String.raw`(?:\d{1,3}(?:${groupMark}\d{2})*(?:${groupMark}\d{3})+|\d{1,20})${fraction}`;
}

export function parseNumber(written: string, { decimal }: TextLocale): WrittenNumber {
  const [whole = '', fraction = ''] = written.split(decimal);
  return { whole: whole.replace(/\D/gu, ''), fraction };
}

/** The number in words. */
export function sayNumber({ whole, fraction }: WrittenNumber, { speller, point }: TextLocale, gender?: Gender): string {
  const words = speller.cardinal(whole, gender);
  return fraction === '' ? words : `${words} ${point} ${sayDigits(fraction, speller)}`;
}

/** Digits one by one. */
export const sayDigits = (digits: string, speller: TextLocale['speller']): string =>
  [...digits].map((digit) => speller.cardinal(digit)).join(' ');

const isCode = (written: string): boolean =>
  /^0\d/u.test(written) || (written.length > READ_AS_NUMBER_MAX && /^\d+$/u.test(written));

/** An ordinal number in the gender that its end shows, and before a noun. */
function agreeing(words: string, end: string, base: string): string {
  if (end === 'ª') return words.replaceAll(/o(?= |$)/gu, 'a');
  return base === 'es' ? words.replace(/(?<=(?:prim|terc)er)o$/u, '') : words;
}

/** Numbers, percentages, ranges, ordinal numbers, and codes. */
export function numberRules(locale: TextLocale): Rule[] {
  const { speller, minus, percent, to, codes, ordinalEnd } = locale;
  const number = numberPattern(locale);
  const say = (written: string): string | null => {
    const parsed = parseNumber(written, locale);
    if (parsed.whole.length > DIGITS_MAX || isCode(written)) return sayDigits(written.replace(/\D/gu, ''), speller);
    return sayNumber(parsed, locale);
  };
  const signed = (sign: string | undefined, written: string): string =>
    `${sign === undefined ? '' : `${minus} `}${say(written)}`;
  return [
    ruleFor(
      String.raw`(?<=(?:${anyOf(codes)})(?: is| ist|:)? ?#?)${BEFORE.replace('#', '')}\d{${CODE_MIN},20}${AFTER}`,
      ([digits]) => sayDigits(digits, speller),
      'giu',
    ),
    ...(ordinalEnd
      ? [
          ruleFor(String.raw`${BEFORE}(\d{1,4})([\p{L}ºª°]{1,3})(?![\p{L}\p{M}\p{N}])`, ([, digits = '', end = '']) =>
            // There is no ordinal number of zero: `0º` are degrees.
            ordinalEnd.test(end) && Number(digits) > 0
              ? agreeing(speller.ordinal(Number(digits)), end, locale.base)
              : null,
          ),
        ]
      : []),
    ruleFor(String.raw`${BEFORE}(\d{1,6}) ?[–-] ?(\d{1,6})(${SPACES}?%)?${AFTER}`, ([, from = '', until = '', sign]) =>
      isCode(from) || isCode(until) ? null : `${say(from)} ${to} ${say(until)}${sign ? ` ${percent}` : ''}`,
    ),
    ruleFor(
      `${BEFORE}([-−])?(${number})${SPACES}?%`,
      ([, sign, written = '']) => `${signed(sign, written)} ${percent}`,
    ),
    ruleFor(`${BEFORE}([-−])?(${number})${AFTER}`, ([, sign, written = '']) => signed(sign, written)),
  ];
}

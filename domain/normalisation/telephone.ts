import type { TextLocale } from './locale.ts';
import { sayDigits } from './numbers.ts';
import { ruleFor, type Rule } from './rule.ts';

/** Digits of a telephone number, and of one without a plus: other rows of digits are shorter, or have marks between them. */
const DIGITS = { min: 7, max: 15 } as const;
const SEPARATOR = String.raw`[ \u00a0./-]`;

/** Telephone numbers, digit by digit, with a pause between the groups in which they are written. */
export function telephoneRules({ plus, speller, decimal, group }: TextLocale): Rule[] {
  const say = (written: string): string | null => {
    const groups = written.match(/\d+/gu) ?? [];
    const digits = groups.join('').length;
    if (digits < DIGITS.min || digits > DIGITS.max || written.split('/').length > 2) return null;
    // Thousands in groups are a number.
    const isNumber = !/^[+(0]/u.test(written) && groups.slice(1).every(({ length }) => length === 3);
    const marks = new Set(written.match(/[^\d]/gu));
    if (isNumber && [...marks].every((mark) => mark === group || mark === decimal || /\s/u.test(mark))) return null;
    const words = groups.map((each) => sayDigits(each, speller)).join(', ');
    return written.startsWith('+') ? `${plus} ${words}` : words;
  };
  return [
    ruleFor(
      String.raw`(?<![\p{L}\p{M}\p{N}_@#.,:/$€£₹¥+-])\+\d{1,4}(?:${SEPARATOR}?\(?\d{1,5}\)?){1,6}(?![\p{L}\p{M}\p{N}_@]|[.,:/-]\p{N})`,
      ([written]) => say(written),
    ),
    ruleFor(
      String.raw`(?<![\p{L}\p{M}\p{N}_@#.,:/$€£₹¥+-])(?:\(\d{2,5}\) ?|\d{2,5}${SEPARATOR})\d{2,8}(?:${SEPARATOR}\d{1,5}){0,4}(?![\p{L}\p{M}\p{N}_@%]|[.,:/-]\p{N})`,
      ([written]) => say(written),
    ),
  ];
}

import type { TextSpan } from './text-span.ts';

/** Countries of International Bank Account Numbers by their length. ISO 13616. */
const COUNTRIES: Readonly<Record<number, string>> = {
  15: 'NO',
  16: 'BE',
  18: 'DK FO FI GL NL',
  19: 'MK SI',
  20: 'AT BA EE KZ LT LU XK',
  21: 'CH HR LI LV',
  22: 'BG BH CR DE GB GE IE ME RS VA',
  23: 'AE GI IL IQ TL',
  24: 'AD CZ ES MD PK RO SA SE SK TN VG',
  25: 'PT ST',
  26: 'IS TR',
  27: 'FR GR IT MC MR SM',
  28: 'AL AZ BY CY DO GT HU LB PL SV',
  29: 'BR EG PS QA UA',
  30: 'JO KW MU',
  31: 'MT SC',
};

const LENGTHS: ReadonlyMap<string, number> = new Map(
  Object.entries(COUNTRIES).flatMap(([length, names]) =>
    names.split(' ').map((name) => [name, Number(length)] as const),
  ),
);

/** What may stand between the characters of one. */
const SEPARATORS = ' -\u00a0';

const isLetter = (character: string | undefined): boolean => character !== undefined && /[A-Za-z]/.test(character);
const isDigit = (character: string | undefined): boolean => character !== undefined && /[0-9]/.test(character);
const isEither = (character: string | undefined): boolean => isLetter(character) || isDigit(character);

/** The IBANs of a text, with a valid length and checksum, with or without spaces, in any case. */
export function accountNumbers(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let from = 0; from < text.length; from += 1) {
    if (!isLetter(text[from]) || isEither(text[from - 1])) continue;
    const to = endOfIban(text, from);
    if (to === null) continue;
    spans.push({ from, to, label: 'account_number' });
    from = to;
  }
  return spans;
}

/** Where the valid IBAN that starts here ends. Null: none starts here. */
function endOfIban(text: string, from: number): number | null {
  const length = LENGTHS.get(text.slice(from, from + 2).toUpperCase());
  if (length === undefined) return null;
  let compact = '';
  let at = from;
  for (; compact.length < length && isPart(text[at]); at += 1) if (isEither(text[at])) compact += text[at];
  return !isEither(text[at]) && isIban(compact, length) ? at : null;
}

const isPart = (character: string | undefined): boolean =>
  isEither(character) || (character !== undefined && SEPARATORS.includes(character));

const isIban = (compact: string, length: number): boolean =>
  compact.length === length && isDigit(compact[2]) && isDigit(compact[3]) && isValid(compact);

/** ISO 7064 MOD 97-10: the first four characters last, and letters as numbers from 10 on. */
function isValid(iban: string): boolean {
  let rest = 0;
  for (const character of (iban.slice(4) + iban.slice(0, 4)).toUpperCase()) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

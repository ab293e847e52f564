import type { RedactedKind } from '../agents/redaction.ts';
import type { TextSpan } from './text-span.ts';
import { digitOf } from '../digit-words.ts';

/** A group of digits that touch each other, or one spoken digit. */
interface Group {
  readonly digits: string;
  readonly from: number;
  readonly to: number;
  /** Whether a plus stands before it, which then is its first character. */
  readonly isAfterPlus: boolean;
  /** Whether a comma stands between the group before it and this one. */
  readonly isAfterComma: boolean;
}

/** What may stand between two groups of one number, and how many characters of it. */
const SEPARATORS = " \u00a0\u202f-–./(),'";
const SEPARATORS_MAX = 3;
/** Digits of a number with a country code, and of one in national form. ITU E.164. */
const INTERNATIONAL = { min: 8, max: 15 };
const NATIONAL = { min: 9, max: 12 };
const CARD = { min: 13, max: 19 };

/**
 * The card and phone numbers of a text. Digits can be written with spaces and hyphens between groups, or spoken one by one.
 * Cards have a valid checksum. Phone numbers begin with a plus, with 00, or with 0 and have at least nine digits, or are
 * written as 3, 3 and 4 digits.
 */
export function numberSpans(text: string, kinds: readonly RedactedKind[]): TextSpan[] {
  return sequences(text).flatMap((groups) => spansIn(groups, kinds));
}

function spansIn(groups: readonly Group[], kinds: readonly RedactedKind[]): TextSpan[] {
  const spans: TextSpan[] = [];
  /** The group that follows the number found last: another one can begin there, as in a list. */
  let start = 0;
  for (let first = 0; first < groups.length; first += 1) {
    const found = longest(groups, first, kinds, first === start);
    if (!found) continue;
    spans.push({ from: groups[first]!.from, to: groups[found.last]!.to, label: found.kind });
    first = found.last;
    start = found.last + 1;
  }
  return spans;
}

/** The longest number that starts with this group; a card before a phone number. */
function longest(
  groups: readonly Group[],
  first: number,
  kinds: readonly RedactedKind[],
  isStart: boolean,
): { readonly last: number; readonly kind: RedactedKind } | null {
  let found: { last: number; kind: RedactedKind } | null = null;
  let digits = '';
  for (let last = first; last < groups.length && digits.length <= CARD.max; last += 1) {
    if (found?.kind === 'phone_number' && beginsAnother(groups[last]!)) break;
    digits += groups[last]!.digits;
    const isWanted = (kind: RedactedKind): boolean => kinds.includes(kind) && found?.kind !== 'card_number';
    if (kinds.includes('card_number') && isCard(digits)) found = { last, kind: 'card_number' };
    else if (isWanted('phone_number') && isPhone(digits, groups.slice(first, last + 1), isStart))
      found = { last, kind: 'phone_number' };
  }
  return found;
}

/** Whether the group is the next one of a list, and not a digit that was spoken with a pause. */
const beginsAnother = ({ isAfterComma, digits }: Group): boolean => isAfterComma && digits.length > 1;

/** Luhn's checksum. ISO/IEC 7812. */
function isCard(digits: string): boolean {
  if (digits.length < CARD.min || digits.length > CARD.max || digits.startsWith('0')) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** `isStart`: nothing that could belong to the number stands before it. */
function isPhone(digits: string, groups: readonly Group[], isStart: boolean): boolean {
  const has = ({ min, max }: { min: number; max: number }, count = digits.length): boolean =>
    count >= min && count <= max;
  if (groups[0]!.isAfterPlus) return has(INTERNATIONAL);
  if (!isStart) return false;
  if (digits.startsWith('00')) return has(INTERNATIONAL, digits.length - 2);
  const lengths = groups.map((group) => group.digits.length).join(' ');
  // A date such as 01.02.2026, which a time can follow.
  if (digits.startsWith('0')) return has(NATIONAL) && !lengths.startsWith('2 2 4');
  return lengths === '3 3 4';
}

/** Groups that can belong to one number. */
function sequences(text: string): Group[][] {
  const all: Group[][] = [];
  for (const group of groupsIn(text)) {
    const last = all.at(-1)?.at(-1);
    if (last && isNear(text, last.to, group))
      all.at(-1)!.push({ ...group, isAfterComma: text.slice(last.to, group.from).includes(',') });
    else all.push([group]);
  }
  return all;
}

function isNear(text: string, end: number, { from, isAfterPlus }: Group): boolean {
  if (isAfterPlus || from - end > SEPARATORS_MAX) return false;
  return [...text.slice(end, from)].every((character) => SEPARATORS.includes(character));
}

/** Digits and words for digits, with a plus before them. */
function groupsIn(text: string): Group[] {
  const groups: Group[] = [];
  let [plusStart, plusEnd] = [-1, -1];
  for (const { 0: token, index } of text.matchAll(/[0-9]+|\p{L}+|\+/gu)) {
    const isPlus = token === '+' || token.toLowerCase() === 'plus';
    if (isPlus) [plusStart, plusEnd] = [index, index + token.length];
    const digits = isPlus ? null : /^[0-9]/.test(token) ? token : digitOf(token);
    if (digits === null) continue;
    const isAfterPlus = plusEnd !== -1 && text.slice(plusEnd, index).trim() === '';
    const from = isAfterPlus ? plusStart : index;
    groups.push({ digits, from, to: index + token.length, isAfterPlus, isAfterComma: false });
    plusEnd = -1;
  }
  return groups;
}

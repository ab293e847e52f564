import type { RedactedKind } from '../agents/redaction.ts';
import { accountNumbers } from './account-numbers.ts';
import { emails } from './emails.ts';
import { numberSpans } from './card-and-phone-numbers.ts';
import type { TextSpan } from './text-span.ts';

/** What is left out of a text. */
export interface CallRedaction {
  readonly kinds: readonly RedactedKind[];
  /** Names of variables and their values. */
  readonly values: readonly (readonly [name: string, value: string])[];
}

/** The shortest value of a variable that is looked for. Shorter ones would be found in the middle of other words. */
const VALUE_MIN = 3;

/** Where a text has what is left out, in order. Two of them can overlap. */
export const redactedSpans = (text: string, { kinds, values }: CallRedaction): TextSpan[] =>
  [
    ...valueSpans(text, values),
    ...(kinds.includes('email') ? emails(text) : []),
    ...(kinds.includes('account_number') ? accountNumbers(text) : []),
    ...numberSpans(text, kinds),
  ].toSorted((one, other) => one.from - other.from || other.to - one.to);

/** The text with `[card_number]`, `[email]` or the name of a variable in the place of what is left out. */
export function redacted(text: string, redaction: CallRedaction): string {
  let result = '';
  let end = 0;
  for (const { from, to, label } of redactedSpans(text, redaction)) {
    if (from >= end) result += `${text.slice(end, from)}[${label}]`;
    end = Math.max(end, to);
  }
  return end === 0 ? text : result + text.slice(end);
}

const isWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Where values stand as whole words, in any case. */
function valueSpans(text: string, values: CallRedaction['values']): TextSpan[] {
  const lower = text.toLowerCase();
  // A few letters change their length with their case, which would move the places.
  const [searched, fold] = lower.length === text.length ? [lower, true] : [text, false];
  return values.flatMap(([label, value]) => {
    const wanted = fold ? value.trim().toLowerCase() : value.trim();
    return wanted.length < VALUE_MIN ? [] : placesOf(searched, wanted).map(([from, to]) => ({ from, to, label }));
  });
}

function placesOf(searched: string, wanted: string): [number, number][] {
  const places: [number, number][] = [];
  for (let from = searched.indexOf(wanted); from !== -1; from = searched.indexOf(wanted, from + 1)) {
    const to = from + wanted.length;
    if (!isWord(searched[from - 1]) && !isWord(searched[to])) places.push([from, to]);
  }
  return places;
}

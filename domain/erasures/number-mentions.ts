import { digitRuns, isBoundary, type DigitRun } from '../digit-runs.ts';

/** What a text has in the place of an erased number. */
const REPLACEMENT = '[erased]';

/** The text without this E.164 number, written with its country code, with or without a plus, spaces and hyphens. */
export function withoutNumber(text: string, phoneNumber: string): string {
  const wanted = phoneNumber.slice(1);
  let result = '';
  let from = 0;
  for (const run of digitRuns(text)) {
    for (let start = 0; (start = startOf(run, wanted, start)) !== -1; start += wanted.length) {
      const first = run.places[start] as number;
      const last = run.places[start + wanted.length - 1] as number;
      result += text.slice(from, first).replace(/[(+]$|\b00$/, '') + REPLACEMENT;
      from = last + 1;
    }
  }
  return from === 0 ? text : result + text.slice(from);
}

/** Where the digits stand alone in the run, from this index on. -1: nowhere. */
function startOf(run: DigitRun, wanted: string, from: number): number {
  for (let at = run.digits.indexOf(wanted, from); at !== -1; at = run.digits.indexOf(wanted, at + 1)) {
    const isAfterPrefix = run.digits.slice(0, at).endsWith('00') && isBoundary(run, at - 2);
    if ((isBoundary(run, at) || isAfterPrefix) && isBoundary(run, at + wanted.length)) return at;
  }
  return -1;
}

/** Whether the text mentions the number. */
export const mentions = (text: string, phoneNumber: string): boolean => withoutNumber(text, phoneNumber) !== text;

/** JSON without the number in any of its texts, keys included. The same object when it is not in it. */
export function withoutNumberIn<T>(value: T, phoneNumber: string): T {
  // The digits are in the JSON as they are in the texts, so most values need no second look.
  const text = JSON.stringify(value);
  return text === undefined || !mentions(text, phoneNumber) ? value : (cleaned(value, phoneNumber) as T);
}

function cleaned(value: unknown, phoneNumber: string): unknown {
  if (typeof value === 'string') return withoutNumber(value, phoneNumber);
  if (typeof value === 'number') return String(value) === phoneNumber.slice(1) ? REPLACEMENT : value;
  if (Array.isArray(value)) return value.map((each: unknown) => cleaned(each, phoneNumber));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [withoutNumber(key, phoneNumber), cleaned(each, phoneNumber)]),
  );
}

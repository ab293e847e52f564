import { sharedStrings } from './strings.ts';

const PATTERNS: readonly (readonly [pattern: RegExp, words: (count: string) => string])[] = [
  [/^must have at least 1 (?:characters|items)$/, () => sharedStrings.needed],
  [/^is required$/, () => sharedStrings.needed],
  [/^must have at least (\d+) characters$/, (count) => sharedStrings.tooShort(Number(count))],
  [/^must have at most (\d+) characters$/, (count) => sharedStrings.tooLong(count)],
  [/^must be >= (\S+)$/, (least) => sharedStrings.tooLow(least)],
  [/^must be <= (\S+)$/, (most) => sharedStrings.tooHigh(most)],
];

/** What the API says of a field's shape, in words for people. Whatever else it says stays as it is. */
export function errorMessage(message: string): string {
  for (const [pattern, text] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return text(found[1] ?? '');
  }
  return message;
}

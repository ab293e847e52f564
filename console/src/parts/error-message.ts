import { sharedStrings } from './strings.ts';

const PATTERNS: readonly (readonly [pattern: RegExp, words: (count: string) => string])[] = [
  [/^must NOT have fewer than 1 (?:characters|items)$/, () => sharedStrings.needed],
  [/^must have required property/, () => sharedStrings.needed],
  [/^must NOT have fewer than (\d+) characters$/, (count) => sharedStrings.tooShort(Number(count))],
  [/^must NOT have more than (\d+) characters$/, (count) => `At most ${count} characters fit.`],
  [/^must be >= (\S+)$/, (least) => `It must be ${least} or more.`],
  [/^must be <= (\S+)$/, (most) => `It must be ${most} or less.`],
];

/** What the API says of a field's shape, in words for people. Whatever else it says stays as it is. */
export function errorMessage(message: string): string {
  for (const [pattern, text] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return text(found[1] ?? '');
  }
  return message;
}

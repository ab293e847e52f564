const PATTERNS: readonly (readonly [pattern: RegExp, words: (count: string) => string])[] = [
  [/^must NOT have fewer than 1 (?:characters|items)$/, () => 'This is needed.'],
  [/^must have required property/, () => 'This is needed.'],
  [/^must NOT have fewer than (\d+) characters$/, (count) => `At least ${count} characters are needed.`],
  [/^must NOT have more than (\d+) characters$/, (count) => `At most ${count} characters fit.`],
  [/^must be >= (\S+)$/, (least) => `It must be ${least} or more.`],
  [/^must be <= (\S+)$/, (most) => `It must be ${most} or less.`],
];

/** What the API says of a field's shape, in words for people. Whatever else it says stays as it is. */
export function problemWords(message: string): string {
  for (const [pattern, words] of PATTERNS) {
    const found = pattern.exec(message);
    if (found) return words(found[1] ?? '');
  }
  return message;
}

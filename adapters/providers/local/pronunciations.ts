/** Dictionary lines of some words, and the words that are not in the dictionary. */
export interface Pronunciations {
  readonly lines: readonly string[];
  readonly unknown: readonly string[];
}

/** Looks words up in a dictionary of `word PHONES` lines, where a second pronunciation is called `word(2)`. */
export function pronunciationsOf(words: ReadonlySet<string>, dictionary: string): Pronunciations {
  const lines: string[] = [];
  const known = new Set<string>();
  let start = 0;
  while (start < dictionary.length) {
    const lineEnd = dictionary.indexOf('\n', start);
    const end = lineEnd < 0 ? dictionary.length : lineEnd;
    const word = dictionary.slice(start, dictionary.indexOf(' ', start)).replace(/\(\d+\)$/, '');
    if (words.has(word)) {
      lines.push(dictionary.slice(start, end));
      known.add(word);
    }
    start = end + 1;
  }
  return { lines, unknown: [...words].filter((word) => !known.has(word)) };
}

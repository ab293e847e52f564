/** The first characters of a text, in UTF-16 units. Half a surrogate pair at the end is dropped. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/**
 * Replaces every match of a global pattern once and cuts the result at `most` characters. A short text can repeat a
 * long value many times, so the length is bounded while filling.
 */
export function filledText(
  text: string,
  pattern: RegExp,
  replacement: (match: RegExpExecArray) => string,
  most: number,
): string {
  let filled = '';
  let from = 0;
  for (const match of text.matchAll(pattern)) {
    filled += text.slice(from, match.index) + replacement(match);
    from = match.index + match[0].length;
    if (filled.length > most) break;
  }
  return cut(filled.length > most ? filled : filled + text.slice(from), most);
}

/** The first characters of a text, in UTF-16 units; half of a surrogate pair at the end is left out. */
export const cut = (text: string, most: number): string => text.slice(0, most).replace(/[\ud800-\udbff]$/, '');

/**
 * The text with every match of a global pattern replaced once, cut off after `most` characters. A short text can name a
 * long value many times, so what it becomes is bounded while it is filled, not afterwards.
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

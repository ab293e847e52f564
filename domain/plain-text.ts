/** Whether a text is a single line without control characters and lone surrogates, which harm logs and headers. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

/** Reduces a text to one plain line of at most `most` characters. */
export const oneLine = (text: string, most: number): string =>
  [...text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()].slice(0, most).join('');

/** Removes trailing slashes in linear time, which a regular expression would not. */
export function withoutClosingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

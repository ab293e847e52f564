/** Whether a text of one line is free of control characters and halves of characters: no name needs them, logs and headers suffer. */
export const isPlainText = (text: string): boolean => !/[\p{Cc}\p{Cs}]/u.test(text);

/** The text as one plain line of at most so many characters: what is left out can do no harm, and the rest is told. */
export const oneLine = (text: string, most: number): string =>
  [...text.replace(/[\p{Cc}\p{Cs}\s]+/gu, ' ').trim()].slice(0, most).join('');

/** The text without the slashes at its end, however many there are: a pattern would look at each of them again and again. */
export function withoutClosingSlashes(text: string): string {
  let end = text.length;
  while (text[end - 1] === '/') end -= 1;
  return text.slice(0, end);
}

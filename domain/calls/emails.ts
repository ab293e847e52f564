import type { TextSpan } from './text-span.ts';

/** Characters of a local part besides letters and digits. RFC 5322. */
const LOCAL = "!#$%&'*+-/=?^_`{|}~.";

const isLocal = (character: string | undefined): boolean =>
  character !== undefined && (LOCAL.includes(character) || /[\p{L}\p{N}]/u.test(character));
const isDomain = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}.-]/u.test(character);

/** The e-mail addresses of a text, as they are written: characters before and after an `@`, and a dot among the latter. */
export function emails(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  for (let at = text.indexOf('@'); at !== -1; at = text.indexOf('@', at + 1)) {
    let [from, to] = [at, at + 1];
    while (isLocal(text[from - 1])) from -= 1;
    while (isDomain(text[to])) to += 1;
    // The end of a sentence is not part of the address.
    while (text[to - 1] === '.' || text[to - 1] === '-') to -= 1;
    if (from < at && text.slice(at + 1, to).includes('.')) spans.push({ from, to, label: 'email' });
  }
  return spans;
}

import type { PhonemeSpan } from '../../../domain/voice/speech-form.ts';

/** A vendor's markup of words with their pronunciation in IPA. */
export type PhonemeMarkup = (ipa: string, words: string) => string;

/** The text with its phonemes marked up. `plain` escapes the rest of the text. */
export function withPhonemes(
  text: string,
  phonemes: readonly PhonemeSpan[] | undefined,
  mark: PhonemeMarkup,
  plain = (rest: string): string => rest,
): string {
  let at = 0;
  let marked = '';
  for (const { from, to, ipa } of phonemes ?? []) {
    marked += plain(text.slice(at, from)) + mark(ipa, text.slice(from, to));
    at = to;
  }
  return marked + plain(text.slice(at));
}

/** IPA without separators between its phonemes, which most vendors do not know. */
export const unseparated = (ipa: string): string => ipa.replaceAll('|', '');

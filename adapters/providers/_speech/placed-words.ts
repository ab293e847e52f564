import type { CallerWord } from '../../../domain/voice/caller-word.ts';

/** A word as vendors spell it. */
interface VendorWord {
  readonly text?: unknown;
  readonly word?: unknown;
  readonly punctuated_word?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}

/** The words of a vendor, whose times have this unit. Malformed ones are skipped. */
export const vendorWords = (words: unknown, perSecond = 1): CallerWord[] =>
  (Array.isArray(words) ? (words as readonly VendorWord[]) : []).flatMap(
    ({ punctuated_word, word, text = punctuated_word ?? word, start, end }) =>
      typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
        ? [{ text: text.trim(), fromMs: (start / perSecond) * 1_000, toMs: (end / perSecond) * 1_000 }]
        : [],
  );

/** Words whose times begin at `startMs`, placed in the audio that this moment belongs to. */
export const wordsFrom = (startMs: number, words: readonly CallerWord[]): CallerWord[] =>
  words.map(({ text, fromMs, toMs }) => ({
    ...{ text, fromMs: Math.round(startMs + fromMs), toMs: Math.round(startMs + toMs) },
  }));

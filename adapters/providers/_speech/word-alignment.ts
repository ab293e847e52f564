import type { WordTiming } from '../../../domain/voice/played-text.ts';

/** A vendor may spell what it speaks otherwise: what is not found within so many characters is passed over. */
export const SKIPPED_CHARACTERS_MAX = 24;

/** A word, or a part of one, as the vendor tells when it is spoken. In seconds. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Finds in a text the words that its vendor speaks, one after the other. */
export class WordAligner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where in the text these words end, by times that count from the beginning of its audio. */
  *align(words: readonly TimedWord[], since: number): Generator<WordTiming> {
    for (const { text, end } of words) {
      const word = text.trim();
      const place = word === '' ? -1 : this.#text.indexOf(word, this.#position);
      if (place === -1 || place > this.#position + SKIPPED_CHARACTERS_MAX) continue;
      this.#position = place + word.length;
      yield { reached: this.#position, at: since + end };
    }
  }
}

/** Words and their times, as vendors tell them: in lists of equal length. Whatever is none is left out. */
export function timedWords(texts: unknown, starts: unknown, ends: unknown): TimedWord[] {
  if (!Array.isArray(texts) || !Array.isArray(starts) || !Array.isArray(ends)) return [];
  return texts.flatMap((text: unknown, at) => {
    const start: unknown = starts[at];
    const end: unknown = ends[at];
    return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
      ? [{ text, start, end }]
      : [];
  });
}

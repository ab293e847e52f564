import type { WordTiming } from '../../../domain/voice/played-text.ts';

/** A vendor may normalise the text. A word that is not found within this many characters is skipped. */
export const SKIPPED_CHARACTERS_MAX = 24;

/** A word or a part of it, with its start and end in seconds. */
export interface TimedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Locates spoken words in the text, one after the other. */
export class WordAligner {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** Where these words end in the text, with times from the start of its audio. */
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

/** A vendor's parallel lists of words, of their starts and of their ends. */
export interface WordTimestamps {
  readonly words?: unknown;
  readonly start?: unknown;
  readonly end?: unknown;
}

/** Combines a vendor's parallel lists of words and times. Skips malformed entries. */
export function timedWords({ words: texts, start: starts, end: ends }: WordTimestamps): TimedWord[] {
  if (!Array.isArray(texts) || !Array.isArray(starts) || !Array.isArray(ends)) return [];
  return texts.flatMap((text: unknown, at) => {
    const start: unknown = starts[at];
    const end: unknown = ends[at];
    return typeof text === 'string' && typeof start === 'number' && typeof end === 'number'
      ? [{ text, start, end }]
      : [];
  });
}

import { SKIPPED_CHARACTERS_MAX, type TimedWord } from './word-alignment.ts';

const LETTER = /[\p{L}\p{N}]/u;

/** Knows by the letters that are spoken when a text is over. */
export class LetterAlignment {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text.trimEnd();
  }

  /** Whether all of the text was spoken; its last sound may still fade. */
  get isComplete(): boolean {
    return this.#position >= this.#text.length;
  }

  /** How many of these letters are of the text. Those behind them are of the next. */
  take(letters: readonly TimedWord[]): number {
    for (const [at, { text }] of letters.entries()) if (!this.#matches(text.trim())) return at;
    return letters.length;
  }

  #matches(letter: string): boolean {
    if (letter === '') return true;
    const place = this.#text.indexOf(letter, this.#position);
    if (place === -1 || place > this.#position + SKIPPED_CHARACTERS_MAX)
      return LETTER.test(this.#text.slice(this.#position));
    this.#position = place + letter.length;
    return true;
  }
}

import { MOST_PASSED_OVER, type TimedWord } from './word-alignment.ts';

const LETTER = /[\p{L}\p{N}]/u;

/** Knows by the letters that are spoken when a text is over. */
export class Spelling {
  readonly #text: string;
  #reached = 0;

  constructor(text: string) {
    this.#text = text.trimEnd();
  }

  /** Whether all of the text was spoken; its last sound may still fade. */
  get isWhole(): boolean {
    return this.#reached >= this.#text.length;
  }

  /** How many of these letters are of the text. Those behind them are of the next. */
  take(letters: readonly TimedWord[]): number {
    for (const [at, { text }] of letters.entries()) if (!this.#takes(text.trim())) return at;
    return letters.length;
  }

  #takes(letter: string): boolean {
    if (letter === '') return true;
    const place = this.#text.indexOf(letter, this.#reached);
    if (place === -1 || place > this.#reached + MOST_PASSED_OVER) return LETTER.test(this.#text.slice(this.#reached));
    this.#reached = place + letter.length;
    return true;
  }
}

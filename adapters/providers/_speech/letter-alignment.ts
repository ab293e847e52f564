import { SKIPPED_CHARACTERS_MAX, type TimedWord } from './word-alignment.ts';

const LETTER = /[\p{L}\p{N}]/u;

/** Detects the end of a text by the letters that were spoken. */
export class LetterAlignment {
  readonly #text: string;
  #position = 0;

  constructor(text: string) {
    this.#text = text.trimEnd();
  }

  /** Whether the whole text was spoken. Its last sound may still fade out. */
  get isComplete(): boolean {
    return this.#position >= this.#text.length;
  }

  /** The number of leading letters that belong to the text. The rest belongs to the next text. */
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

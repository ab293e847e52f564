import type { TimedWord } from '../_speech/word-alignment.ts';

/** A phone and its end, in seconds. */
export interface Sound {
  readonly name: string;
  readonly end: number;
}

/** Flite's name for silence. */
const PAUSE = 'pau';
/** Maximum number of words remembered. The oldest is dropped first. */
const WORDS_MAX = 10_000;
/** Characters that are pronounced, alone or inside a word. */
const LETTER = /[A-Za-z0-9$%]/;
const PLAIN_WORD = /^[A-Za-z']+$/;

/**
 * Finds the end of each word in a text. Flite reports phones without their words, so each word gets as many phones as
 * it has when pronounced alone.
 */
export class WordTimes {
  readonly #pronounce: (text: string) => readonly Sound[];
  readonly #counts = new Map<string, number>();

  /** `pronounce` returns flite's phones of a text. */
  constructor(pronounce: (text: string) => readonly Sound[]) {
    this.#pronounce = pronounce;
  }

  /** Words of a text with their times, from its phones. Empty when words and phones do not match. */
  of(text: string, sounds: readonly Sound[]): TimedWord[] {
    const words = text.split(' ').filter((word) => LETTER.test(word));
    this.#countSounds(words.map(bare));
    const counts = words.map((word) => this.#counts.get(bare(word)) ?? 0);
    const audible = sounds.filter(({ name }) => name !== PAUSE);
    if (counts.includes(0) || counts.reduce((sum, count) => sum + count, 0) !== audible.length) return [];
    let position = 0;
    return words.map((word, at) => {
      const start = audible[position - 1]?.end ?? 0;
      position += counts[at]!;
      return { text: word, start, end: audible[position - 1]!.end };
    });
  }

  /** Counts the phones of new words. Plain words are pronounced together, separated by pauses. */
  #countSounds(words: readonly string[]): void {
    const fresh = [...new Set(words)].filter((word) => !this.#counts.has(word));
    const plain = fresh.filter((word) => PLAIN_WORD.test(word));
    const counts = plain.length === 0 ? [] : groupsOf(this.#pronounce(plain.join(', ')));
    const isEven = counts.length === plain.length;
    for (const [at, word] of plain.entries()) if (isEven) this.#remember(word, counts[at]!);
    for (const word of isEven ? fresh.filter((each) => !plain.includes(each)) : fresh)
      this.#remember(word, this.#pronounce(word).filter(({ name }) => name !== PAUSE).length);
  }

  #remember(word: string, count: number): void {
    this.#counts.set(word, count);
    const [oldest] = this.#counts.keys();
    if (this.#counts.size > WORDS_MAX && oldest !== undefined) this.#counts.delete(oldest);
  }
}

/** Number of phones between pauses. */
function groupsOf(sounds: readonly Sound[]): number[] {
  const groups = [0];
  for (const { name } of sounds)
    if (name === PAUSE) groups.push(0);
    else groups[groups.length - 1]! += 1;
  return groups.filter((count) => count > 0);
}

/** A word without surrounding punctuation, which is not pronounced. */
function bare(word: string): string {
  const letters = [...word];
  const first = letters.findIndex((letter) => LETTER.test(letter));
  const last = letters.findLastIndex((letter) => LETTER.test(letter));
  return letters
    .slice(first, last + 1)
    .join('')
    .toLowerCase();
}

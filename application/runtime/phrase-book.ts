import type { WordTiming } from '../../domain/voice/played-text.ts';

/** What is said in every call: its sound, and where in the text the voice is when, as far as it told. */
export interface Phrase {
  readonly sound: readonly Int16Array[];
  readonly marks: readonly WordTiming[];
}

/** Nobody's greeting is longer; what is would crowd out everybody else's. In bytes. */
const PHRASE_MAX = 4 * 1_048_576;

/**
 * The sound of phrases that are said in every call: greetings, hold messages, prompts, goodbyes. Kept in memory up to so
 * many bytes; what was not said for the longest time is forgotten first.
 */
export class PhraseBook {
  readonly #bytesMax: number;
  readonly #phrases = new Map<string, Phrase>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** How much is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** What is kept under this name, or null. */
  find(name: string): Phrase | null {
    const phrase = this.#phrases.get(name);
    if (!phrase) return null;
    // The latest asked for goes to the end of the line.
    this.#phrases.delete(name);
    this.#phrases.set(name, phrase);
    return phrase;
  }

  /** Keeps a phrase whose sound is whole. One that is empty or too long is not kept. */
  keep(name: string, phrase: Phrase): void {
    const bytes = bytesOf(phrase);
    if (bytes === 0 || bytes > Math.min(PHRASE_MAX, this.#bytesMax)) return;
    this.#forget(name);
    this.#phrases.set(name, phrase);
    this.#bytes += bytes;
    for (const oldest of this.#phrases.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    const phrase = this.#phrases.get(name);
    if (phrase) this.#bytes -= bytesOf(phrase);
    this.#phrases.delete(name);
  }
}

const bytesOf = ({ sound }: Phrase): number => sound.reduce((sum, { byteLength }) => sum + byteLength, 0);

/** Nobody's greeting is longer; what is would crowd out everybody else's. In bytes. */
const PHRASE_MAX = 4 * 1_048_576;

/**
 * The sound of phrases that are said in every call: greetings, hold messages, prompts, goodbyes. Kept in memory up to so
 * many bytes; what was not said for the longest time is forgotten first.
 */
export class PhraseBook {
  readonly #bytesMax: number;
  readonly #phrases = new Map<string, readonly Int16Array[]>();
  #bytes = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /** How much is kept now. */
  get bytes(): number {
    return this.#bytes;
  }

  /** The sound under this name, or null. */
  find(name: string): readonly Int16Array[] | null {
    const sound = this.#phrases.get(name);
    if (!sound) return null;
    // The latest asked for goes to the end of the line.
    this.#phrases.delete(name);
    this.#phrases.set(name, sound);
    return sound;
  }

  /** Keeps a sound that is whole. One that is empty or too long is not kept. */
  keep(name: string, sound: readonly Int16Array[]): void {
    const bytes = bytesOf(sound);
    if (bytes === 0 || bytes > Math.min(PHRASE_MAX, this.#bytesMax)) return;
    this.#forget(name);
    this.#phrases.set(name, sound);
    this.#bytes += bytes;
    for (const oldest of this.#phrases.keys()) {
      if (this.#bytes <= this.#bytesMax) return;
      this.#forget(oldest);
    }
  }

  #forget(name: string): void {
    this.#bytes -= bytesOf(this.#phrases.get(name) ?? []);
    this.#phrases.delete(name);
  }
}

const bytesOf = (sound: readonly Int16Array[]): number => sound.reduce((sum, { byteLength }) => sum + byteLength, 0);

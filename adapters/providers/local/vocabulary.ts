import { Decoder } from './decoder.ts';
import { ACOUSTIC_MODEL, addFile } from './sphinx.ts';
import type { SphinxModule } from './sphinx-module.ts';

const BLOCK = 320;

/**
 * A set of phrases, and decoders that hear nothing else. Every utterance gets a new one, because what a decoder learnt
 * from earlier speech does harm here; one is kept prepared, so that an utterance need not wait the 30 ms it takes.
 */
export class Vocabulary {
  /** How many callers use it. */
  callers = 0;
  readonly #module: SphinxModule;
  readonly #phrases: readonly string[];
  readonly #dictionaryPath: string;
  #spare: Decoder | null = null;

  /** Takes the phrases with the dictionary lines of their words; `name` is unused by any other vocabulary. */
  constructor(module: SphinxModule, name: string, phrases: readonly string[], pronunciations: readonly string[]) {
    this.#module = module;
    this.#phrases = phrases;
    this.#dictionaryPath = `/dictionaries/${name}`;
    addFile(module, this.#dictionaryPath, Buffer.from(`${pronunciations.join('\n')}\n`, 'latin1'));
  }

  /** Makes the decoder of the next utterance beforehand. */
  prepare(): void {
    this.#spare ??= this.#make();
  }

  /** A decoder that has begun an utterance. The taker frees it. */
  take(): Decoder {
    const decoder = this.#spare ?? this.#make();
    this.#spare = null;
    return decoder;
  }

  /** Whether a decoder lies prepared. */
  get hasSpare(): boolean {
    return this.#spare !== null;
  }

  /** Gives everything back to the module. */
  free(): void {
    this.#spare?.free();
    this.#spare = null;
    this.#module.FS_unlink(this.#dictionaryPath);
  }

  #make(): Decoder {
    // Without `-mmap no` a decoder that is freed leaves its model in memory.
    const settings = { '-hmm': ACOUSTIC_MODEL, '-dict': this.#dictionaryPath, '-topn': '2', '-mmap': 'no' };
    const decoder = new Decoder(this.#module, settings, BLOCK);
    decoder.start(decoder.addPhrases(this.#phrases));
    return decoder;
  }
}

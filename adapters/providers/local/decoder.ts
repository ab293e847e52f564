import type { CallerWord } from '../../../domain/voice/caller-word.ts';
import type { SphinxModule, SphinxRecognizer, SphinxSegment, SphinxVector } from './sphinx-module.ts';

/** The decoder's default search: its language model or its grammar. */
export const OWN_SEARCH = 0;

const FRAME_MS = 10;
/** Silence and noises have names in brackets. */
const WORD = /^[a-z]/i;

/** Other pronunciations of a word have numbers, as in `four(2)`. */
const placedWord = ({ word, start, end }: SphinxSegment): CallerWord => ({
  text: word.replace(/\(\d+\)$/, ''),
  fromMs: start * FRAME_MS,
  toMs: (end + 1) * FRAME_MS,
});

/** One decoder of a recogniser module: 16 kHz audio in, words out. After an error the module is unusable. */
export class Decoder {
  readonly #module: SphinxModule;
  readonly #recognizer: SphinxRecognizer;
  readonly #block: SphinxVector<number>;
  readonly #blockLength: number;
  #filled = 0;

  /** Takes pocketsphinx settings. Decodes audio in blocks of `blockLength` samples. */
  constructor(module: SphinxModule, settings: Readonly<Record<string, string>>, blockLength: number) {
    this.#module = module;
    this.#blockLength = blockLength;
    const config = new module.Config();
    for (const entry of Object.entries(settings)) config.push_back(entry);
    this.#recognizer = new module.Recognizer(config);
    config.delete();
    this.#block = new module.AudioBuffer();
    for (let sample = 0; sample < blockLength; sample += 1) this.#block.push_back(0);
  }

  /** Adds a search for a single word and returns its id. */
  addWordSearch(word: string): number {
    const transitions = new this.#module.VectorTransitions();
    transitions.push_back({ from: 0, to: 1, word, logp: 0 });
    const ids = new this.#module.Integers();
    this.#demand(this.#recognizer.addGrammar(ids, { start: 0, end: 1, numStates: 2, transitions }), 'a grammar');
    const id = ids.get(0);
    ids.delete();
    transitions.delete();
    return id;
  }

  /** Starts an utterance. The previous one must have ended or its memory been restored. */
  start(search: number): void {
    this.#filled = 0;
    this.#demand(this.#recognizer.switchSearch(search), 'a search');
    this.#demand(this.#recognizer.start(), 'an utterance');
  }

  feed(audio: Int16Array): void {
    for (const sample of audio) {
      this.#block.set(this.#filled, sample);
      this.#filled += 1;
      if (this.#filled === this.#blockLength) this.#decodeBlock();
    }
  }

  /** Words recognised so far. */
  get hypothesis(): string {
    return this.#recognizer.getHyp();
  }

  /** Ends the utterance and returns its words. Empty when there were none. */
  stop(): string {
    if (this.#filled > 0) {
      for (let rest = this.#filled; rest < this.#blockLength; rest += 1) this.#block.set(rest, 0);
      this.#decodeBlock();
    }
    this.#demand(this.#recognizer.stop(), 'the end of an utterance');
    return this.#recognizer.getHyp();
  }

  /** The words of an utterance that has ended, placed from its start. */
  get words(): CallerWord[] {
    const segments = new this.#module.Segmentation();
    try {
      if (this.#recognizer.getHypseg(segments) !== this.#module.ReturnType.SUCCESS) return [];
      const all = Array.from({ length: segments.size() }, (_, at) => segments.get(at));
      return all.filter(({ word }) => WORD.test(word)).map(placedWord);
    } finally {
      segments.delete();
    }
  }

  /** Frees its memory in the module. */
  free(): void {
    this.#block.delete();
    this.#recognizer.delete();
  }

  #decodeBlock(): void {
    this.#filled = 0;
    this.#demand(this.#recognizer.process(this.#block), 'audio');
  }

  #demand(result: object, what: string): void {
    if (result !== this.#module.ReturnType.SUCCESS) throw new Error(`The recogniser refused ${what}`);
  }
}

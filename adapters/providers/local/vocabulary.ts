import { Decoder, OWN_SEARCH } from './decoder.ts';
import { ACOUSTIC_MODEL, addFile } from './sphinx.ts';
import type { SphinxModule } from './sphinx-module.ts';

const BLOCK = 320;
const SPARES_MAX = 4;

/**
 * A set of phrases, and decoders that hear nothing else. Every utterance gets a new one, because what a decoder learnt
 * from earlier speech does harm here; some are kept prepared, so that an utterance need not wait the 30 ms it takes.
 */
export class Vocabulary {
  /** How many callers use it. */
  callers = 0;
  readonly #module: SphinxModule;
  readonly #dictionary: string;
  readonly #grammar: string;
  readonly #spares: Decoder[] = [];

  /** Takes the phrases with the dictionary lines of their words; `name` is unused by any other vocabulary. */
  constructor(module: SphinxModule, name: string, phrases: readonly string[], pronunciations: readonly string[]) {
    this.#module = module;
    this.#dictionary = `/${name}/dictionary`;
    this.#grammar = `/${name}/grammar`;
    addFile(module, this.#dictionary, textFile(pronunciations.join('\n')));
    // The grammar is read with every decoder: one that is added to a decoder afterwards is never given back.
    addFile(
      module,
      this.#grammar,
      textFile(`#JSGF V1.0;\ngrammar phrases;\npublic <phrase> = ${phrases.join(' | ')};`),
    );
  }

  /** How many decoders lie prepared. */
  get spares(): number {
    return this.#spares.length;
  }

  /** Whether its callers could begin more utterances at once than decoders lie prepared. */
  get lacksSpares(): boolean {
    return this.spares < Math.min(this.callers, SPARES_MAX);
  }

  /** Makes the decoder of an utterance beforehand. */
  prepare(): void {
    this.#spares.push(this.#make());
  }

  /** A decoder that has begun an utterance. The taker frees it. */
  take(): Decoder {
    return this.#spares.pop() ?? this.#make();
  }

  /** Gives everything back to the module. */
  free(): void {
    for (const decoder of this.#spares.splice(0)) decoder.free();
    this.#module.FS_unlink(this.#dictionary);
    this.#module.FS_unlink(this.#grammar);
  }

  #make(): Decoder {
    // Without `-mmap no` a decoder that is freed leaves its model in memory.
    const files = { '-hmm': ACOUSTIC_MODEL, '-dict': this.#dictionary, '-jsgf': this.#grammar };
    const decoder = new Decoder(this.#module, { ...files, '-topn': '2', '-mmap': 'no' }, BLOCK);
    decoder.start(OWN_SEARCH);
    return decoder;
  }
}

const textFile = (text: string): Buffer => Buffer.from(`${text}\n`, 'latin1');

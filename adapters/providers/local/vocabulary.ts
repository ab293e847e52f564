import { Decoder, OWN_SEARCH } from './decoder.ts';
import { ACOUSTIC_MODEL, addFile } from './sphinx.ts';
import type { SphinxModule } from './sphinx-module.ts';

const BLOCK = 320;
const SPARES_MAX = 4;

/**
 * A set of phrases with decoders for them. Each utterance gets a new decoder, because adaptation to earlier speech
 * hurts here. Spare decoders save the 30 ms it takes to create one.
 */
export class Vocabulary {
  /** Number of callers that use it. */
  callers = 0;
  readonly #module: SphinxModule;
  readonly #dictionary: string;
  readonly #grammar: string;
  readonly #spares: Decoder[] = [];

  /** Takes the phrases with the dictionary lines of their words. `name` must be unique. */
  constructor(module: SphinxModule, name: string, phrases: readonly string[], pronunciations: readonly string[]) {
    this.#module = module;
    this.#dictionary = `/${name}/dictionary`;
    this.#grammar = `/${name}/grammar`;
    addFile(module, this.#dictionary, textFile(pronunciations.join('\n')));
    // Every decoder loads the grammar itself. One that is added to a decoder later is never freed.
    addFile(
      module,
      this.#grammar,
      textFile(`#JSGF V1.0;\ngrammar phrases;\npublic <phrase> = ${phrases.join(' | ')};`),
    );
  }

  /** Number of spare decoders. */
  get spares(): number {
    return this.#spares.length;
  }

  /** Whether there are fewer spare decoders than callers could start utterances. */
  get lacksSpares(): boolean {
    return this.spares < Math.min(this.callers, SPARES_MAX);
  }

  /** Creates a spare decoder. */
  prepare(): void {
    this.#spares.push(this.#make());
  }

  /** A decoder with a started utterance. The caller of this method frees it. */
  take(): Decoder {
    return this.#spares.pop() ?? this.#make();
  }

  /** Frees all memory in the module. */
  free(): void {
    for (const decoder of this.#spares.splice(0)) decoder.free();
    this.#module.FS_unlink(this.#dictionary);
    this.#module.FS_unlink(this.#grammar);
  }

  #make(): Decoder {
    // Without `-mmap no` a freed decoder leaks its model.
    const files = { '-hmm': ACOUSTIC_MODEL, '-dict': this.#dictionary, '-jsgf': this.#grammar };
    const decoder = new Decoder(this.#module, { ...files, '-topn': '2', '-mmap': 'no' }, BLOCK);
    decoder.start(OWN_SEARCH);
    return decoder;
  }
}

const textFile = (text: string): Buffer => Buffer.from(`${text}\n`, 'latin1');

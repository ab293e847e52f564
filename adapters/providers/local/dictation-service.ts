import { Decoder, OWN_SEARCH } from './decoder.ts';
import type { DictationOrder, DictationReport } from './dictation-messages.ts';
import { MemorySnapshot } from './memory-snapshot.ts';
import { PartialPace } from './interim-throttle.ts';
import { ACOUSTIC_MODEL, addFile, loadSphinx, readDictionary, readLanguageModel } from './sphinx.ts';

const MEMORY_MEGABYTES = 256;
const BLOCK = 1600;
const DICTIONARY = '/english/dictionary';
const MODEL = '/english/model';

/** Narrower beams than the defaults: half the work, and no more words wrong in speech this simple. */
const SETTINGS = {
  '-hmm': ACOUSTIC_MODEL,
  '-dict': DICTIONARY,
  '-lm': MODEL,
  '-topn': '2',
  '-maxhmmpf': '1500',
  '-pl_window': '10',
  '-mmap': 'no',
};

/** Inside a dictation worker: takes down general English, one utterance at a time. */
export class DictationDesk {
  readonly #decoder: Decoder;
  /** A search too small to cost anything, for listening without understanding. */
  readonly #idleSearch: number;
  readonly #asNew: MemorySnapshot;
  readonly #report: (report: DictationReport) => void;
  #take = 0;
  #pace = new PartialPace();

  /** Loads the dictionary and the language model, which takes about a second. */
  static async open(report: (report: DictationReport) => void): Promise<DictationDesk> {
    const [module, dictionary, model] = await Promise.all([
      loadSphinx(MEMORY_MEGABYTES),
      readDictionary(),
      readLanguageModel(),
    ]);
    addFile(module, DICTIONARY, dictionary);
    addFile(module, MODEL, model);
    const decoder = new Decoder(module, SETTINGS, BLOCK);
    // The decoder has read them; 30 MB are free again.
    module.FS_unlink(DICTIONARY);
    module.FS_unlink(MODEL);
    const idleSearch = decoder.addWordSearch('yes');
    return new DictationDesk(decoder, idleSearch, new MemorySnapshot(module.buffer), report);
  }

  private constructor(
    decoder: Decoder,
    idleSearch: number,
    asNew: MemorySnapshot,
    report: (report: DictationReport) => void,
  ) {
    this.#decoder = decoder;
    this.#idleSearch = idleSearch;
    this.#asNew = asNew;
    this.#report = report;
  }

  /** Does what is asked; orders for a take that was put aside are forgotten. */
  readonly serve = (order: DictationOrder): void => {
    if (order.kind === 'begin') this.#begin(order);
    else if (order.take !== this.#take) return;
    else if (order.kind === 'audio') this.#hear(order.audio);
    else this.#finish();
  };

  #begin({ take, line, preRoll }: DictationOrder & { kind: 'begin' }): void {
    this.#asNew.restore();
    if (line) {
      this.#decoder.start(this.#idleSearch);
      this.#decoder.feed(line);
      this.#decoder.stop();
    }
    this.#decoder.start(OWN_SEARCH);
    this.#decoder.feed(preRoll);
    this.#pace = new PartialPace();
    this.#take = take;
  }

  #hear(audio: Int16Array): void {
    this.#decoder.feed(audio);
    const text = this.#pace.next(audio.length, this.#decoder.hypothesis);
    if (text !== null) this.#report({ kind: 'partial', take: this.#take, text });
  }

  #finish(): void {
    const text = this.#decoder.stop();
    this.#report({ kind: 'final', take: this.#take, text });
    this.#take = 0;
  }
}

import { Decoder, OWN_SEARCH } from './decoder.ts';
import type { DictationRequest, DictationResponse } from './dictation-messages.ts';
import { MemorySnapshot } from './memory-snapshot.ts';
import { InterimTranscriptThrottle } from './interim-transcript-throttle.ts';
import { ACOUSTIC_MODEL, addFile, loadSphinx, readDictionary, readLanguageModel } from './sphinx.ts';

const MEMORY_MEGABYTES = 256;
const BLOCK = 1600;
const DICTIONARY = '/english/dictionary';
const MODEL = '/english/model';

/** Narrower beams than the defaults: half the work, and no higher word error rate in simple speech. */
const SETTINGS = {
  '-hmm': ACOUSTIC_MODEL,
  '-dict': DICTIONARY,
  '-lm': MODEL,
  '-topn': '2',
  '-maxhmmpf': '1500',
  '-pl_window': '10',
  '-mmap': 'no',
};

/** Runs inside a dictation worker: decodes general English, one utterance at a time. */
export class DictationService {
  readonly #decoder: Decoder;
  /** A minimal search, for adapting to audio without recognising it. */
  readonly #idleSearch: number;
  readonly #initialMemory: MemorySnapshot;
  readonly #respond: (respond: DictationResponse) => void;
  #jobId = 0;
  #throttle = new InterimTranscriptThrottle();

  /** Loads the dictionary and the language model, which takes about a second. */
  static async open(respond: (respond: DictationResponse) => void): Promise<DictationService> {
    const [module, dictionary, model] = await Promise.all([
      loadSphinx(MEMORY_MEGABYTES),
      readDictionary(),
      readLanguageModel(),
    ]);
    addFile(module, DICTIONARY, dictionary);
    addFile(module, MODEL, model);
    const decoder = new Decoder(module, SETTINGS, BLOCK);
    // The decoder has loaded them, so this frees 30 MB.
    module.FS_unlink(DICTIONARY);
    module.FS_unlink(MODEL);
    const idleSearch = decoder.addWordSearch('yes');
    return new DictationService(decoder, idleSearch, new MemorySnapshot(module.buffer), respond);
  }

  private constructor(
    decoder: Decoder,
    idleSearch: number,
    initialMemory: MemorySnapshot,
    respond: (respond: DictationResponse) => void,
  ) {
    this.#decoder = decoder;
    this.#idleSearch = idleSearch;
    this.#initialMemory = initialMemory;
    this.#respond = respond;
  }

  /** Handles a request. Ignores requests of discarded jobs. */
  readonly serve = (request: DictationRequest): void => {
    if (request.kind === 'begin') this.#begin(request);
    else if (request.take !== this.#jobId) return;
    else if (request.kind === 'audio') this.#feed(request.audio);
    else this.#finish();
  };

  #begin({ take, line, preRoll }: DictationRequest & { kind: 'begin' }): void {
    this.#initialMemory.restore();
    if (line) {
      this.#decoder.start(this.#idleSearch);
      this.#decoder.feed(line);
      this.#decoder.stop();
    }
    this.#decoder.start(OWN_SEARCH);
    this.#decoder.feed(preRoll);
    this.#throttle = new InterimTranscriptThrottle();
    this.#jobId = take;
  }

  #feed(audio: Int16Array): void {
    this.#decoder.feed(audio);
    const text = this.#throttle.next(audio.length, this.#decoder.hypothesis);
    if (text !== null) this.#respond({ kind: 'partial', take: this.#jobId, text });
  }

  #finish(): void {
    const text = this.#decoder.stop();
    this.#respond({ kind: 'final', take: this.#jobId, text, words: this.#decoder.words });
    this.#jobId = 0;
  }
}

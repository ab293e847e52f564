import type { Decoder } from './decoder.ts';
import { InterimTranscriptThrottle } from './interim-transcript-throttle.ts';
import type { PhraseRequest, PhraseResponse } from './phrase-messages.ts';
import { pronunciationsOf } from './pronunciations.ts';
import type { SphinxModule } from './sphinx-module.ts';
import { Vocabulary } from './vocabulary.ts';

/** Maximum number of open utterances of a worker, the limit of one processor. */
const UTTERANCES_MAX = 40;
/** Maximum number of spare decoders of a worker. */
const SPARES_MAX = 16;

/** Runs inside a phrase worker: serves many callers, each with its own phrases. */
export class PhraseService {
  readonly #module: SphinxModule;
  readonly #dictionary: string;
  readonly #respond: (respond: PhraseResponse) => void;
  readonly #vocabularies = new Map<string, Vocabulary>();
  readonly #seats = new Map<number, string>();
  readonly #utterances = new Map<
    number,
    { decoder: Decoder; vocabulary: Vocabulary; throttle: InterimTranscriptThrottle }
  >();
  #lastName = 0;
  #preparation: NodeJS.Immediate | undefined;

  constructor(module: SphinxModule, dictionary: string, respond: (respond: PhraseResponse) => void) {
    this.#module = module;
    this.#dictionary = dictionary;
    this.#respond = respond;
  }

  /** Handles a request. Ignores requests for unknown seats and utterances. */
  readonly serve = (request: PhraseRequest): void => {
    switch (request.kind) {
      case 'open':
        return this.#open(request.seat, request.phrases);
      case 'close':
        return this.#close(request.seat);
      case 'begin':
        return this.#begin(request.utterance, request.seat, request.preRoll);
      case 'audio':
        return this.#feed(request.utterance, request.audio);
      case 'finish':
        return this.#finish(request.utterance);
      case 'discard':
        return this.#end(request.utterance);
    }
  };

  #open(seat: number, phrases: readonly string[]): void {
    const key = phrases.join('\n');
    let vocabulary = this.#vocabularies.get(key);
    if (!vocabulary) {
      const { lines, unknown } = pronunciationsOf(
        new Set(phrases.flatMap((phrase) => phrase.split(' '))),
        this.#dictionary,
      );
      const [word] = unknown;
      if (word !== undefined) return this.#respond({ kind: 'unknown', seat, word });
      vocabulary = new Vocabulary(this.#module, `vocabulary-${++this.#lastName}`, phrases, lines);
      this.#vocabularies.set(key, vocabulary);
    }
    vocabulary.callers += 1;
    this.#seats.set(seat, key);
    if (vocabulary.spares === 0 && this.#spares < SPARES_MAX) vocabulary.prepare();
    this.#prepareInPauses();
    this.#respond({ kind: 'opened', seat });
  }

  #close(seat: number): void {
    const key = this.#seats.get(seat);
    const vocabulary = key === undefined ? undefined : this.#vocabularies.get(key);
    if (key === undefined || !vocabulary) return;
    this.#seats.delete(seat);
    vocabulary.callers -= 1;
    if (vocabulary.callers > 0) return;
    this.#vocabularies.delete(key);
    vocabulary.free();
  }

  #begin(utterance: number, seat: number, preRoll: Int16Array): void {
    const vocabulary = this.#vocabularies.get(this.#seats.get(seat) ?? '');
    if (!vocabulary || this.#utterances.size >= UTTERANCES_MAX) return this.#respond({ kind: 'crowded', utterance });
    const decoder = vocabulary.take();
    this.#utterances.set(utterance, { decoder, vocabulary, throttle: new InterimTranscriptThrottle() });
    decoder.feed(preRoll);
  }

  #feed(utterance: number, audio: Int16Array): void {
    const active = this.#utterances.get(utterance);
    if (!active) return;
    active.decoder.feed(audio);
    const text = active.throttle.next(audio.length, active.decoder.hypothesis);
    if (text !== null) this.#respond({ kind: 'partial', utterance, text });
  }

  #finish(utterance: number): void {
    const active = this.#utterances.get(utterance);
    if (!active) return;
    const text = active.decoder.stop();
    this.#respond({ kind: 'final', utterance, text, words: active.decoder.words });
    this.#end(utterance);
  }

  #end(utterance: number): void {
    const active = this.#utterances.get(utterance);
    if (!active) return;
    this.#utterances.delete(utterance);
    active.decoder.free();
    this.#prepareInPauses();
  }

  get #spares(): number {
    return [...this.#vocabularies.values()].reduce((sum, { spares }) => sum + spares, 0);
  }

  /** Prepares decoders while all callers are silent, because preparing takes 30 ms and would delay results. */
  #prepareInPauses(): void {
    clearImmediate(this.#preparation);
    this.#preparation = setImmediate(() => {
      const lacking = [...this.#vocabularies.values()].find((vocabulary) => vocabulary.lacksSpares);
      if (this.#utterances.size > 0 || this.#spares >= SPARES_MAX || !lacking) return;
      lacking.prepare();
      this.#prepareInPauses();
    });
  }
}

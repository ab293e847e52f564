import type { Decoder } from './decoder.ts';
import { PartialPace } from './interim-throttle.ts';
import type { PhraseOrder, PhraseReport } from './phrase-messages.ts';
import { pronunciationsOf } from './pronunciations.ts';
import type { SphinxModule } from './sphinx-module.ts';
import { Vocabulary } from './vocabulary.ts';

/** More utterances at once than one processor can follow. */
const MOST_UTTERANCES = 40;
/** Above so many decoders none is prepared any more. */
const MOST_SPARES = 16;

/** Inside a phrase worker: serves many callers at once, each with the phrases of its seat. */
export class PhraseDesk {
  readonly #module: SphinxModule;
  readonly #dictionary: string;
  readonly #report: (report: PhraseReport) => void;
  readonly #vocabularies = new Map<string, Vocabulary>();
  readonly #seats = new Map<number, string>();
  readonly #utterances = new Map<number, { decoder: Decoder; vocabulary: Vocabulary; pace: PartialPace }>();
  #lastName = 0;
  #preparation: NodeJS.Immediate | undefined;

  constructor(module: SphinxModule, dictionary: string, report: (report: PhraseReport) => void) {
    this.#module = module;
    this.#dictionary = dictionary;
    this.#report = report;
  }

  /** Does what is asked; orders for what is not there (any more) are forgotten. */
  readonly serve = (order: PhraseOrder): void => {
    switch (order.kind) {
      case 'open':
        return this.#open(order.seat, order.phrases);
      case 'close':
        return this.#close(order.seat);
      case 'begin':
        return this.#begin(order.utterance, order.seat, order.preRoll);
      case 'audio':
        return this.#hear(order.utterance, order.audio);
      case 'finish':
        return this.#finish(order.utterance);
      case 'discard':
        return this.#end(order.utterance);
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
      if (word !== undefined) return this.#report({ kind: 'unknown', seat, word });
      vocabulary = new Vocabulary(this.#module, `vocabulary-${++this.#lastName}`, phrases, lines);
      this.#vocabularies.set(key, vocabulary);
    }
    vocabulary.callers += 1;
    this.#seats.set(seat, key);
    if (vocabulary.spares === 0 && this.#spares < MOST_SPARES) vocabulary.prepare();
    this.#prepareInPauses();
    this.#report({ kind: 'opened', seat });
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
    if (!vocabulary || this.#utterances.size >= MOST_UTTERANCES) return this.#report({ kind: 'crowded', utterance });
    const decoder = vocabulary.take();
    this.#utterances.set(utterance, { decoder, vocabulary, pace: new PartialPace() });
    decoder.feed(preRoll);
  }

  #hear(utterance: number, audio: Int16Array): void {
    const heard = this.#utterances.get(utterance);
    if (!heard) return;
    heard.decoder.feed(audio);
    const text = heard.pace.next(audio.length, heard.decoder.hypothesis);
    if (text !== null) this.#report({ kind: 'partial', utterance, text });
  }

  #finish(utterance: number): void {
    const heard = this.#utterances.get(utterance);
    if (!heard) return;
    this.#report({ kind: 'final', utterance, text: heard.decoder.stop() });
    this.#end(utterance);
  }

  #end(utterance: number): void {
    const heard = this.#utterances.get(utterance);
    if (!heard) return;
    this.#utterances.delete(utterance);
    heard.decoder.free();
    this.#prepareInPauses();
  }

  get #spares(): number {
    return [...this.#vocabularies.values()].reduce((sum, { spares }) => sum + spares, 0);
  }

  /** Making a decoder takes 30 ms, which whoever is just falling silent would wait: it is done while nobody speaks. */
  #prepareInPauses(): void {
    clearImmediate(this.#preparation);
    this.#preparation = setImmediate(() => {
      const lacking = [...this.#vocabularies.values()].find((vocabulary) => vocabulary.lacksSpares);
      if (this.#utterances.size > 0 || this.#spares >= MOST_SPARES || !lacking) return;
      lacking.prepare();
      this.#prepareInPauses();
    });
  }
}

import type { Transcript, TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** Words of an utterance, and what the vendor reports with them. */
export type Words = Omit<Transcript, 'final' | 'utterance'>;

/** An utterance that awaits its result. Only the first result counts. */
export interface UtteranceSlot {
  readonly isCompleted: boolean;
  /** Sets the interim words. Delivered once all earlier utterances are complete. */
  interim(words: Words): void;
  /** The answer of a probe: the same, also without new words. */
  probed(words: Words): void;
  complete(words: Words): void;
  fail(failure: VendorFailure): void;
}

interface Entry {
  readonly utterance: number;
  interim: Words | null;
  result: (() => void) | null;
}

/** Results of one caller's utterances: exactly one per utterance, numbered in the order they were spoken. */
export class UtteranceQueue {
  readonly #listener: TranscriptionListener;
  #entries: Entry[] = [];
  #added = 0;
  #closed = false;

  constructor(listener: TranscriptionListener) {
    this.#listener = listener;
  }

  add(): UtteranceSlot {
    const entry: Entry = { utterance: this.#added++, interim: null, result: null };
    this.#entries.push(entry);
    const end = (deliver: () => void): void => {
      entry.result ??= deliver;
      this.#deliver();
    };
    return {
      get isCompleted() {
        return entry.result !== null;
      },
      interim: (words) => this.#setInterim(entry, trimmed(words)),
      probed: (words) => this.#setProbed(entry, trimmed(words)),
      complete: (words) => end(() => this.#listener.transcript(transcriptOf(entry, trimmed(words), true))),
      fail: (failure) => end(() => this.#listener.failed(failure)),
    };
  }

  /** Stops all deliveries. */
  close(): void {
    this.#closed = true;
    this.#entries = [];
  }

  get #first(): Entry | undefined {
    return this.#closed ? undefined : this.#entries[0];
  }

  #setInterim(entry: Entry, words: Words): void {
    if (words.text !== '' && !isSame(words, entry.interim)) this.#setProbed(entry, words);
  }

  #setProbed(entry: Entry, words: Words): void {
    if (entry.result !== null) return;
    entry.interim = words;
    if (this.#first === entry) this.#deliverInterim(entry);
  }

  #deliverInterim(entry: Entry): void {
    if (entry.interim) this.#listener.transcript(transcriptOf(entry, entry.interim, false));
  }

  #deliver(): void {
    let first = this.#first;
    if (!first?.result) return;
    for (; first?.result; first = this.#first) {
      this.#entries.shift();
      first.result();
    }
    if (first) this.#deliverInterim(first);
  }
}

const trimmed = (words: Words): Words => ({ ...words, text: words.text.trim() });

const isSame = (words: Words, known: Words | null): boolean =>
  words.text === known?.text && words.stable === known.stable && words.turn === known.turn;

const transcriptOf = ({ utterance }: Entry, words: Words, final: boolean): Transcript => ({
  ...words,
  final,
  utterance,
});

import type { TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** An utterance that awaits its result. Only the first result counts. */
export interface UtteranceSlot {
  readonly isCompleted: boolean;
  /** Sets the interim words, stable or not. Delivered once all earlier utterances are complete. */
  interim(text: string, stays?: boolean): void;
  complete(text: string): void;
  fail(failure: VendorFailure): void;
}

interface Entry {
  interim: string;
  stable: boolean;
  result: (() => void) | null;
}

/** Results of one caller's utterances: exactly one per utterance, in the order they were spoken. */
export class UtteranceQueue {
  readonly #listener: TranscriptionListener;
  #entries: Entry[] = [];
  #closed = false;

  constructor(listener: TranscriptionListener) {
    this.#listener = listener;
  }

  add(): UtteranceSlot {
    const entry: Entry = { interim: '', stable: false, result: null };
    this.#entries.push(entry);
    const end = (deliver: () => void): void => {
      entry.result ??= deliver;
      this.#deliver();
    };
    return {
      get isCompleted() {
        return entry.result !== null;
      },
      interim: (text, stays = false) => this.#setInterim(entry, text.trim(), stays),
      complete: (text) => end(() => this.#listener.transcript({ text: text.trim(), final: true })),
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

  #setInterim(entry: Entry, text: string, stable: boolean): void {
    const isKnown = text === entry.interim && stable === entry.stable;
    if (text === '' || isKnown || entry.result !== null) return;
    Object.assign(entry, { interim: text, stable });
    if (this.#first === entry) this.#deliverInterim(entry);
  }

  #deliverInterim({ interim: text, stable }: Entry): void {
    this.#listener.transcript({ text, final: false, ...(stable && { stable }) });
  }

  #deliver(): void {
    let first = this.#first;
    if (!first?.result) return;
    for (; first?.result; first = this.#first) {
      this.#entries.shift();
      first.result();
    }
    if (first && first.interim !== '') this.#deliverInterim(first);
  }
}

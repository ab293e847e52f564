import type { TranscriptionListener } from '../../../application/ports/speech-to-text.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';

/** An utterance that is owed an answer. Only its first ending counts. */
export interface Owed {
  readonly isOver: boolean;
  /** What was heard so far, to stay or not. It is told when all earlier utterances are over. */
  partial(text: string, stays?: boolean): void;
  done(text: string): void;
  failed(failure: VendorFailure): void;
}

interface Entry {
  partial: string;
  stays: boolean;
  ending: (() => void) | null;
}

/** The utterances of one caller: each is answered exactly once, in the order they were spoken. */
export class UtteranceQueue {
  readonly #listener: TranscriptionListener;
  #entries: Entry[] = [];
  #closed = false;

  constructor(listener: TranscriptionListener) {
    this.#listener = listener;
  }

  begin(): Owed {
    const entry: Entry = { partial: '', stays: false, ending: null };
    this.#entries.push(entry);
    const end = (tell: () => void): void => {
      entry.ending ??= tell;
      this.#tell();
    };
    return {
      get isOver() {
        return entry.ending !== null;
      },
      partial: (text, stays = false) => this.#partial(entry, text.trim(), stays),
      done: (text) => end(() => this.#listener.heard({ text: text.trim(), final: true })),
      failed: (failure) => end(() => this.#listener.failed(failure)),
    };
  }

  /** Nothing is told afterwards. */
  close(): void {
    this.#closed = true;
    this.#entries = [];
  }

  get #first(): Entry | undefined {
    return this.#closed ? undefined : this.#entries[0];
  }

  #partial(entry: Entry, text: string, stays: boolean): void {
    const isKnown = text === entry.partial && stays === entry.stays;
    if (text === '' || isKnown || entry.ending !== null) return;
    Object.assign(entry, { partial: text, stays });
    if (this.#first === entry) this.#tellPartial(entry);
  }

  #tellPartial({ partial: text, stays: stable }: Entry): void {
    this.#listener.heard({ text, final: false, ...(stable && { stable }) });
  }

  #tell(): void {
    let first = this.#first;
    if (!first?.ending) return;
    for (; first?.ending; first = this.#first) {
      this.#entries.shift();
      first.ending();
    }
    if (first && first.partial !== '') this.#tellPartial(first);
  }
}

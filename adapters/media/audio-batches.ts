import type { Cancel, Clock } from '../../application/ports/clock.ts';

/** Pause after which an incomplete batch is sent, in ms. */
const FLUSH_AFTER_MS = 250;

type Write = (bytes: Uint8Array) => void;

/** Batches audio into messages of one length. Callbacks run after the audio that precedes them. */
export class AudioBatches {
  readonly #batch: Uint8Array;
  readonly #silence: number;
  readonly #write: Write;
  readonly #clock: Clock;
  #filled = 0;
  #afterAudio: (() => void)[] = [];
  #cancel: Cancel = () => undefined;

  /** `silence` is the byte that pads the last batch of a speech. */
  constructor({ bytes, silence }: { bytes: number; silence: number }, clock: Clock, write: Write) {
    this.#batch = new Uint8Array(bytes);
    this.#silence = silence;
    this.#clock = clock;
    this.#write = write;
  }

  add(bytes: Uint8Array): void {
    for (let taken = 0; taken < bytes.length;) {
      const part = bytes.subarray(taken, taken + this.#batch.length - this.#filled);
      this.#batch.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === this.#batch.length) this.#flush();
    }
    this.#cancel();
    if (this.#filled > 0) this.#cancel = this.#clock.after(FLUSH_AFTER_MS, () => this.#flush());
  }

  /** Runs the callback once the audio added so far is sent. */
  afterAudio(run: () => void): void {
    if (this.#filled === 0) run();
    else this.#afterAudio.push(run);
  }

  /** Discards unsent audio and the callbacks after it. */
  clear(): void {
    this.#cancel();
    this.#filled = 0;
    this.#afterAudio = [];
  }

  #flush(): void {
    this.#write(this.#batch.slice().fill(this.#silence, this.#filled));
    this.#filled = 0;
    const callbacks = this.#afterAudio;
    this.#afterAudio = [];
    for (const run of callbacks) run();
  }
}

import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { AudioDecoder } from './codecs/audio-decoder.ts';

const FRAME_MS = 20;
/** How often a pause is filled: less often than its frames, to spare timers. In milliseconds. */
const FILL_INTERVAL_MS = 40;
/** A process that stood still for longer fills no more than this at once. In milliseconds. */
const FILL_MAX_MS = 1_000;

/**
 * Fills the pauses of codecs that send next to nothing while the caller is silent: the end of a turn is found in the
 * silence that follows it. One frame is written for every 20 ms that pass.
 */
export class PauseFiller {
  readonly #decoder: AudioDecoder;
  readonly #clock: Clock;
  readonly #write: (pcm: Int16Array) => void;
  /** Up to when there is audio, while the caller pauses; null while the caller speaks. */
  #filledUntil: number | null = null;
  #cancel: Cancel = () => undefined;

  constructor(decoder: AudioDecoder, clock: Clock, write: (pcm: Int16Array) => void) {
    this.#decoder = decoder;
    this.#clock = clock;
    this.#write = write;
  }

  /** A piece of so much audio was heard. */
  onAudio(ms: number): void {
    if (!this.#decoder.isPaused) return this.stop();
    if (this.#filledUntil === null) this.#scheduleFill();
    this.#filledUntil = (this.#filledUntil ?? this.#clock.monotonic()) + ms;
  }

  stop(): void {
    this.#cancel();
    this.#filledUntil = null;
  }

  #scheduleFill(): void {
    this.#cancel = this.#clock.after(FILL_INTERVAL_MS, () => this.#fill());
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    this.#scheduleFill();
    this.#filledUntil = Math.max(this.#filledUntil ?? now, now - FILL_MAX_MS);
    while (this.#filledUntil !== null && this.#filledUntil + FRAME_MS <= now) {
      this.#filledUntil += FRAME_MS;
      this.#write(this.#decoder.pause());
    }
  }
}

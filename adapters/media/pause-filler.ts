import type { Cancel, Clock } from '../../application/ports/clock.ts';
import type { AudioDecoder } from './codecs/audio-decoder.ts';

const FRAME_MS = 20;
/** Interval of filling, in ms: longer than a frame, to spare timers. */
const FILL_INTERVAL_MS = 40;
/** Most silence filled at once after a stall of the process, in ms. */
const FILL_MAX_MS = 1_000;

/**
 * Fills the pauses of codecs with discontinuous transmission, because the end of a turn is found in silence. Writes one
 * frame for every 20 ms that pass.
 */
export class PauseFiller {
  readonly #decoder: AudioDecoder;
  readonly #clock: Clock;
  readonly #write: (pcm: Int16Array) => void;
  /** The time up to which there is audio during a pause. Null during speech. */
  #filledUntil: number | null = null;
  #cancel: Cancel = () => undefined;

  constructor(decoder: AudioDecoder, clock: Clock, write: (pcm: Int16Array) => void) {
    this.#decoder = decoder;
    this.#clock = clock;
    this.#write = write;
  }

  /** Audio of `ms` milliseconds was decoded. */
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

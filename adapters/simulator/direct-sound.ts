import type { Clock } from '../../application/ports/clock.ts';
import type { CalleeUtterance } from './callee-speech.ts';
import { FRAME_MS } from './pcmu.ts';
import { Playback } from './playback.ts';

/** What a person hears of the carrier itself: its voice, and the others in a conference. */
export class DirectSound {
  readonly playback = new Playback();
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #openedAt: number;

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
    this.#openedAt = clock.monotonic();
  }

  /** Since the sound began, in milliseconds. */
  get nowMs(): number {
    return this.#clock.monotonic() - this.#openedAt;
  }

  /** Plays one frame or an utterance after everything buffered. Answers the duration, in milliseconds. */
  play(frames: CalleeUtterance): number {
    this.playback.advance(this.nowMs);
    for (const frame of frames) this.playback.write(Buffer.from(frame, 'base64'), this.nowMs);
    return frames.length * FRAME_MS;
  }

  /** Drops what has not been played. */
  stop(): void {
    this.playback.clear(this.nowMs);
  }
}

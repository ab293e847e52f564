import { signal, type ReadonlySignal } from '@preact/signals';

/** What can be played: a recording, or the time of a conversation without one. */
export interface Playable {
  readonly seconds: number;
  /** The second that is played. */
  readonly time: ReadonlySignal<number>;
  readonly isPlaying: ReadonlySignal<boolean>;
  toggle(): void;
  seek(seconds: number): void;
  setRate(rate: number): void;
  /** Lets it be played later without a press. To be called in a press. */
  prepare?(): void;
  close(): void;
}

/** The pictures of a screen. */
export interface Frames {
  /** In milliseconds. */
  now(): number;
  /** Calls back before the next picture; the result withdraws it. */
  next(callback: () => void): () => void;
}

const SCREEN: Frames = {
  now: () => performance.now(),
  next(callback) {
    const id = requestAnimationFrame(callback);
    return () => cancelAnimationFrame(id);
  },
};

/** Lets the time of a conversation pass that was held without audio. */
export class SilentPlayback implements Playable {
  readonly seconds: number;
  readonly #frames: Frames;
  readonly #time = signal(0);
  readonly #isPlaying = signal(false);
  #rate = 1;
  #last = 0;
  #withdraw = (): void => undefined;

  constructor(seconds: number, frames: Frames = SCREEN) {
    this.seconds = seconds;
    this.#frames = frames;
  }

  get time(): ReadonlySignal<number> {
    return this.#time;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  toggle(): void {
    if (this.#isPlaying.value) {
      this.#stop();
      return;
    }
    if (this.#time.value >= this.seconds) this.#time.value = 0;
    this.#isPlaying.value = true;
    this.#last = this.#frames.now();
    this.#follow();
  }

  seek(seconds: number): void {
    this.#time.value = Math.min(this.seconds, Math.max(0, seconds));
  }

  setRate(rate: number): void {
    this.#rate = rate;
  }

  close(): void {
    this.#stop();
  }

  #stop(): void {
    this.#withdraw();
    this.#isPlaying.value = false;
  }

  #follow(): void {
    this.#withdraw = this.#frames.next(() => {
      const now = this.#frames.now();
      const time = this.#time.value + ((now - this.#last) / 1_000) * this.#rate;
      this.#last = now;
      this.#time.value = Math.min(this.seconds, time);
      if (time >= this.seconds) this.#isPlaying.value = false;
      // What follows the time may have stopped it.
      if (this.#isPlaying.value) this.#follow();
    });
  }
}

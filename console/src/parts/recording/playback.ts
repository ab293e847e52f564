import { signal, type ReadonlySignal } from '@preact/signals';

/** How fast it may be played. */
export const RATES = [0.75, 1, 1.25, 1.5, 2] as const;

/** A recording that is played: where it is, and what may be done with it. To be closed when it is not needed any more. */
export class Playback {
  readonly seconds: number;
  readonly #audio: HTMLAudioElement;
  readonly #time = signal(0);
  readonly #isPlaying = signal(false);
  readonly #rate = signal(1);
  #next = 0;

  constructor(recording: Blob, seconds: number) {
    this.seconds = seconds;
    this.#audio = new Audio(URL.createObjectURL(recording));
    // A hidden page has no pictures: there it is followed by the coarser events of its time.
    for (const event of ['play', 'pause', 'ended', 'seeked', 'timeupdate'])
      this.#audio.addEventListener(event, () => {
        this.#isPlaying.value = !this.#audio.paused;
        this.#follow();
      });
  }

  /** The second that is heard. */
  get time(): ReadonlySignal<number> {
    return this.#time;
  }

  get isPlaying(): ReadonlySignal<boolean> {
    return this.#isPlaying;
  }

  get rate(): ReadonlySignal<number> {
    return this.#rate;
  }

  toggle(): void {
    if (this.#audio.paused) this.#play();
    else this.#audio.pause();
  }

  /** Lets what is said at this second be heard. */
  playFrom(seconds: number): void {
    this.seek(seconds);
    this.#play();
  }

  /** Seeks to this second, within the recording. */
  seek(seconds: number): void {
    const to = Math.min(this.seconds, Math.max(0, seconds));
    this.#audio.currentTime = to;
    this.#time.value = to;
  }

  setRate(rate: number): void {
    this.#audio.playbackRate = rate;
    this.#rate.value = rate;
  }

  /** Lets it be played later without a press: some browsers want one for each player. To be called in a press. */
  prepare(): void {
    const { currentTime } = this.#audio;
    this.#audio.load();
    this.#audio.currentTime = currentTime;
  }

  close(): void {
    this.#audio.pause();
    URL.revokeObjectURL(this.#audio.src);
    this.#audio.removeAttribute('src');
  }

  #play(): void {
    // A browser that refuses to start stays where it is, and the button says so.
    void this.#audio.play().catch(() => undefined);
  }

  /** With every picture, for as long as it plays. */
  #follow(): void {
    cancelAnimationFrame(this.#next);
    // Between two seeks the player says where the first has led.
    if (!this.#audio.seeking) this.#time.value = this.#audio.currentTime;
    if (!this.#audio.paused) this.#next = requestAnimationFrame(() => this.#follow());
  }
}

/**
 * Jitter buffer: starts playing at the target fill level or after the longest wait, then plays without gaps until it is
 * empty. Independent of audio devices.
 */
export class JitterBuffer {
  readonly #target: number;
  #chunks: Int16Array[] = [];
  #offset = 0;
  #length = 0;
  #waited = 0;
  #playing = false;

  /** `target` is how many samples are there before playing starts. */
  constructor(target: number) {
    this.#target = target;
  }

  /** Takes samples that are to be played after all that came before. */
  push(samples: Int16Array): void {
    if (samples.length === 0) return;
    this.#chunks.push(samples);
    this.#length += samples.length;
  }

  /** Forgets everything that was not yet read. */
  clear(): void {
    this.#chunks = [];
    this.#length = 0;
    this.#rest();
  }

  /** Fills the whole block: with what is due, and with silence where nothing is. */
  read(block: Float32Array): void {
    block.fill(0);
    if (this.#length === 0 || !this.#isDue(block.length)) return;
    for (let at = 0; at < block.length && this.#length > 0; at++) block[at] = this.#next() / 0x8000;
    if (this.#length === 0) this.#rest();
  }

  /** Told how many samples of time have passed. */
  #isDue(samples: number): boolean {
    this.#playing ||= this.#length >= this.#target || this.#waited >= this.#target;
    this.#waited += samples;
    return this.#playing;
  }

  #next(): number {
    const sample = this.#chunks[0]?.[this.#offset++] ?? 0;
    this.#length--;
    if (this.#offset === this.#chunks[0]?.length) {
      this.#chunks.shift();
      this.#offset = 0;
    }
    return sample;
  }

  #rest(): void {
    this.#playing = false;
    this.#waited = 0;
    this.#offset = 0;
  }
}

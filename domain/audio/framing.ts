/** Splits a stream of 16-bit audio into frames of fixed length, regardless of chunk sizes. */
export class Framer {
  readonly #frame: Int16Array;
  #filled = 0;

  constructor(samplesPerFrame: number) {
    this.#frame = new Int16Array(samplesPerFrame);
  }

  /** Adds a chunk and emits every completed frame. The receiver owns the frame. */
  push(chunk: Int16Array, take: (frame: Int16Array) => void): void {
    let taken = 0;
    while (taken < chunk.length) {
      const part = chunk.subarray(taken, taken + this.#frame.length - this.#filled);
      this.#frame.set(part, this.#filled);
      this.#filled += part.length;
      taken += part.length;
      if (this.#filled === this.#frame.length) {
        this.#filled = 0;
        take(this.#frame.slice());
      }
    }
  }

  /** The last frame, padded with silence. Null when nothing is left. */
  flush(): Int16Array | null {
    if (this.#filled === 0) return null;
    const last = this.#frame.slice().fill(0, this.#filled);
    this.#filled = 0;
    return last;
  }
}

/** Samples per second on the wire, both ways. */
export const WIRE_RATE = 16_000;
/** Samples of one frame on the wire: 20 ms. */
const FRAME_SAMPLES = 320;

/**
 * Cuts a stream of samples into frames of 20 ms at 16 kHz. A device that runs at another rate is averaged down, which
 * keeps speech intact and what the lower rate cannot carry mostly out.
 */
export class Framer {
  readonly #frame = new Int16Array(FRAME_SAMPLES);
  readonly #ratio: number;
  #length = 0;
  #sum = 0;
  #weight = 0;

  constructor(sourceRate: number) {
    this.#ratio = sourceRate / WIRE_RATE;
  }

  /** Takes samples and answers the frames they completed. */
  push(samples: Float32Array): Int16Array<ArrayBuffer>[] {
    const frames: Int16Array<ArrayBuffer>[] = [];
    for (const sample of samples) {
      let left = 1;
      while (this.#ratio - this.#weight <= left) {
        const share = this.#ratio - this.#weight;
        const frame = this.#add((this.#sum + sample * share) / this.#ratio);
        if (frame) frames.push(frame);
        left -= share;
        this.#sum = 0;
        this.#weight = 0;
      }
      this.#sum += sample * left;
      this.#weight += left;
    }
    return frames;
  }

  #add(sample: number): Int16Array<ArrayBuffer> | null {
    this.#frame[this.#length++] = Math.round(Math.max(-1, Math.min(1, sample)) * 0x7fff);
    if (this.#length < FRAME_SAMPLES) return null;
    this.#length = 0;
    return this.#frame.slice();
  }
}

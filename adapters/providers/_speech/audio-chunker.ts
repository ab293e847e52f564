import { concatAudio } from './pcm.ts';

/** Collects audio into chunks of a minimum length. */
export class AudioChunker {
  readonly #minSamples: number;
  #parts: Int16Array[] = [];
  #length = 0;

  constructor(minSamples: number) {
    this.#minSamples = minSamples;
  }

  /** The collected audio once it is long enough. Null until then. */
  add(pcm: Int16Array): Int16Array | null {
    this.#parts.push(pcm);
    this.#length += pcm.length;
    return this.#length < this.#minSamples ? null : this.#take();
  }

  /** The remaining audio, padded with silence to the minimum length. Null when nothing remains. */
  rest(): Int16Array | null {
    return this.#length === 0 ? null : this.add(new Int16Array(Math.max(0, this.#minSamples - this.#length)));
  }

  #take(): Int16Array {
    const all = concatAudio(this.#parts);
    this.#parts = [];
    this.#length = 0;
    return all;
  }
}

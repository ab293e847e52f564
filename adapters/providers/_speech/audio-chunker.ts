import { concatAudio } from './concat-audio.ts';

/** Gathers audio for vendors who do not take it by frames. */
export class AudioChunker {
  readonly #minSamples: number;
  #parts: Int16Array[] = [];
  #length = 0;

  constructor(minSamples: number) {
    this.#minSamples = minSamples;
  }

  /** All there is once it is enough, until then null. */
  add(pcm: Int16Array): Int16Array | null {
    this.#parts.push(pcm);
    this.#length += pcm.length;
    return this.#length < this.#minSamples ? null : this.#take();
  }

  /** What is left, with silence behind it to make it enough; null when nothing is. */
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

import { PRE_ROLL_MS } from '../../../domain/audio/utterances.ts';
import { concatAudio } from './pcm.ts';

/** Keeps the latest frames up to the length of the pre-roll. */
export class PreRoll {
  readonly #maxSamples: number;
  #frames: Int16Array[] = [];
  #length = 0;

  constructor(sampleRate: number) {
    this.#maxSamples = (PRE_ROLL_MS / 1_000) * sampleRate;
  }

  push(frame: Int16Array): void {
    this.#frames.push(frame);
    this.#length += frame.length;
    while (this.#length > this.#maxSamples) this.#length -= this.#frames.shift()?.length ?? this.#length;
  }

  /** Takes the frames as one piece of audio, oldest first, and empties the buffer. */
  take(): Int16Array {
    const audio = concatAudio(this.#frames);
    this.#frames = [];
    this.#length = 0;
    return audio;
  }
}

import type { Stretch } from './word-timing.ts';

/** Frames of the loudest twentieth are louder than those of a silence by this factor: 28 dB. */
const SILENCE_LEVEL_RATIO = 0.04;
/** A silence within speech lasts this long: a stop consonant is shorter. In milliseconds. */
const SILENCE_MIN_MS = 80;

/** Finds the silences in the audio of a voice, frame by frame. */
export class Silences {
  readonly #levels: number[] = [];

  add(frame: Int16Array): void {
    let sum = 0;
    for (const sample of frame) sum += sample * sample;
    this.#levels.push(Math.sqrt(sum / frame.length));
  }

  /** The silences so far, those before and behind all speech included, where frames have this many milliseconds. In frames. */
  list(frameMs: number): Stretch[] {
    const loud = this.#levels.toSorted((a, b) => a - b)[Math.floor(this.#levels.length * 0.95)] ?? 0;
    const silences: Stretch[] = [];
    let from: number | null = null;
    for (const [at, level] of [...this.#levels, Number.POSITIVE_INFINITY].entries()) {
      if (level <= loud * SILENCE_LEVEL_RATIO) from ??= at;
      else if (from !== null) {
        const isAtEdge = from === 0 || at === this.#levels.length;
        if (isAtEdge || (at - from) * frameMs >= SILENCE_MIN_MS) silences.push({ from, to: at });
        from = null;
      }
    }
    return silences;
  }
}

import type { Stretch } from './word-timing.ts';

/** Level of a silence relative to the 95th percentile of frame levels: -28 dB. */
const SILENCE_LEVEL_RATIO = 0.04;
/** Shortest silence within speech, in ms. A stop consonant is shorter. */
const SILENCE_MIN_MS = 80;

/** Finds silences in synthesised audio, frame by frame. */
export class Silences {
  readonly #levels: number[] = [];

  add(frame: Int16Array): void {
    let sum = 0;
    for (const sample of frame) sum += sample * sample;
    this.#levels.push(Math.sqrt(sum / frame.length));
  }

  /** The silences so far, in frames of `frameMs`, with those before and after all speech. */
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

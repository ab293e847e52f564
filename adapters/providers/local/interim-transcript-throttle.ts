const SAMPLES_PER_SECOND = 16_000;
const FIRST_AFTER = 0.3 * SAMPLES_PER_SECOND;
const THEN_EVERY = 0.1 * SAMPLES_PER_SECOND;

/** Limits interim transcripts to ten per second, with none in the first 300 ms. */
export class InterimTranscriptThrottle {
  #samples = 0;
  #nextAt = FIRST_AFTER;
  #last = '';

  /** Adds samples. Returns the hypothesis if it is due now. */
  next(samples: number, hypothesis: string): string | null {
    this.#samples += samples;
    if (this.#samples < this.#nextAt || hypothesis === '' || hypothesis === this.#last) return null;
    this.#nextAt = this.#samples + THEN_EVERY;
    this.#last = hypothesis;
    return hypothesis;
  }
}

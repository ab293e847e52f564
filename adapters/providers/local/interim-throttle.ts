const SAMPLES_PER_SECOND = 16_000;
const FIRST_AFTER = 0.3 * SAMPLES_PER_SECOND;
const THEN_EVERY = 0.1 * SAMPLES_PER_SECOND;

/** Chooses which changes of a hypothesis are worth telling: ten a second at most, none in the first 300 ms. */
export class InterimThrottle {
  #samples = 0;
  #nextAt = FIRST_AFTER;
  #last = '';

  /** After so many more samples the hypothesis is this: answers it when it is to be told now. */
  next(samples: number, hypothesis: string): string | null {
    this.#samples += samples;
    if (this.#samples < this.#nextAt || hypothesis === '' || hypothesis === this.#last) return null;
    this.#nextAt = this.#samples + THEN_EVERY;
    this.#last = hypothesis;
    return hypothesis;
  }
}

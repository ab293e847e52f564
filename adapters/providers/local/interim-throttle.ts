const SAMPLES_PER_SECOND = 16_000;
const FIRST_AFTER = 0.3 * SAMPLES_PER_SECOND;
const THEN_EVERY = 0.1 * SAMPLES_PER_SECOND;

/** Chooses which changes of a hypothesis are worth telling: ten a second at most, none in the first 300 ms. */
export class PartialPace {
  #heard = 0;
  #due = FIRST_AFTER;
  #told = '';

  /** After so many more samples the hypothesis is this: answers it when it is to be told now. */
  next(samples: number, hypothesis: string): string | null {
    this.#heard += samples;
    if (this.#heard < this.#due || hypothesis === '' || hypothesis === this.#told) return null;
    this.#due = this.#heard + THEN_EVERY;
    this.#told = hypothesis;
    return hypothesis;
  }
}

/** So much of an utterance goes at once. In seconds. */
const AT_ONCE = 1;
/** The rest goes in portions. In milliseconds. */
const PORTION_MS = 100;
const MS = 1_000;

/** Something to be done in its turn, with the length of the audio it sends, in samples. */
interface Step {
  readonly samples: number;
  run(): void;
}

/**
 * What is to be sent to a vendor who takes audio only so many times faster than it was spoken: the first second of an
 * utterance at once, the rest in portions, all in its order.
 */
export class Backlog {
  readonly #atOnce: number;
  readonly #perPortion: number;
  readonly #steps: Step[] = [];
  #allowed = 0;
  #portions: NodeJS.Timeout | undefined;

  constructor(speed: number, sampleRate: number) {
    this.#atOnce = AT_ONCE * sampleRate;
    this.#perPortion = (speed * sampleRate * PORTION_MS) / MS;
  }

  /** Whether something waits for its turn. */
  get isWaiting(): boolean {
    return this.#steps.length > 0;
  }

  /** What follows is another utterance. */
  begin(): void {
    if (!this.isWaiting) this.#allowed = this.#atOnce;
  }

  /** Does it now, or when all that waits is done and it may be sent. */
  add(step: Step): void {
    this.#steps.push(step);
    this.#work();
    if (this.isWaiting) this.#portions ??= setInterval(() => this.#portion(), PORTION_MS).unref();
  }

  /** Does nothing of it any more. */
  drop(): void {
    this.#steps.length = 0;
    this.#rest();
  }

  #portion(): void {
    this.#allowed += this.#perPortion;
    this.#work();
    if (!this.isWaiting) this.#rest();
  }

  #work(): void {
    for (let next = this.#steps[0]; next && next.samples <= this.#allowed; next = this.#steps[0]) {
      this.#allowed -= next.samples;
      this.#steps.shift();
      next.run();
    }
  }

  #rest(): void {
    clearInterval(this.#portions);
    this.#portions = undefined;
  }
}

/** So much of an utterance goes at once. In seconds. */
const BURST_SECONDS = 1;
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
  readonly #burst: number;
  readonly #perPortion: number;
  readonly #steps: Step[] = [];
  #allowed = 0;
  #portions: NodeJS.Timeout | undefined;

  constructor(speed: number, sampleRate: number) {
    this.#burst = BURST_SECONDS * sampleRate;
    this.#perPortion = (speed * sampleRate * PORTION_MS) / MS;
  }

  /** Whether something waits for its turn. */
  get isWaiting(): boolean {
    return this.#steps.length > 0;
  }

  /** What follows is another utterance. */
  startUtterance(): void {
    if (!this.isWaiting) this.#allowed = this.#burst;
  }

  /** Does it now, or when all that waits is done and it may be sent. */
  add(step: Step): void {
    this.#steps.push(step);
    this.#sendAllowed();
    if (this.isWaiting) this.#portions ??= setInterval(() => this.#sendPortion(), PORTION_MS).unref();
  }

  /** Does nothing of it any more. */
  clear(): void {
    this.#steps.length = 0;
    this.#stopTimer();
  }

  #sendPortion(): void {
    this.#allowed += this.#perPortion;
    this.#sendAllowed();
    if (!this.isWaiting) this.#stopTimer();
  }

  #sendAllowed(): void {
    for (let next = this.#steps[0]; next && next.samples <= this.#allowed; next = this.#steps[0]) {
      this.#allowed -= next.samples;
      this.#steps.shift();
      next.run();
    }
  }

  #stopTimer(): void {
    clearInterval(this.#portions);
    this.#portions = undefined;
  }
}

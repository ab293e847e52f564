/** Audio of an utterance that is sent at once, in seconds. */
const BURST_SECONDS = 1;
/** Interval at which more is sent, in ms. */
const PORTION_MS = 100;
const MS = 1_000;

/** A queued action, with the number of samples it sends. */
interface Step {
  readonly samples: number;
  run(): void;
}

/**
 * Paces audio for vendors with a maximum speed relative to real time: sends the first second of an utterance at once,
 * the rest at intervals, in order.
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

  /** Whether actions are queued. */
  get isWaiting(): boolean {
    return this.#steps.length > 0;
  }

  /** Starts a new utterance, which may send its first second at once. */
  startUtterance(): void {
    if (!this.isWaiting) this.#allowed = this.#burst;
  }

  /** Runs the action now, or after all queued ones once the pace allows. */
  add(step: Step): void {
    this.#steps.push(step);
    this.#sendAllowed();
    if (this.isWaiting) this.#portions ??= setInterval(() => this.#sendPortion(), PORTION_MS).unref();
  }

  /** Discards all queued actions. */
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

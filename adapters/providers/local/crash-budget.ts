const CRASHES_MAX = 5;
const WITHIN_MS = 60_000;

/** Stops restarts after five crashes within a minute. */
export class CrashBudget {
  readonly #now: () => number;
  #crashes: readonly number[] = [];

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  recordCrash(): void {
    this.#crashes = [...this.#recent(), this.#now()];
  }

  get isSpent(): boolean {
    return this.#recent().length >= CRASHES_MAX;
  }

  #recent(): readonly number[] {
    return this.#crashes.filter((moment) => this.#now() - moment < WITHIN_MS);
  }
}

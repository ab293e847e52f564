/** The wait before the second try, which doubles with every further one up to the longest. In milliseconds. */
const FIRST_MS = 500;
const LONGEST_MS = 30_000;

/** When to try again what failed: at once the first time, then later and later, until it went well. */
export class FurtherTry {
  #failures = 0;
  #waiting: NodeJS.Timeout | undefined;

  /** Tries once more in time, in place of what was to be tried. */
  plan(run: () => void): void {
    this.drop();
    const waitMs = this.#failures === 0 ? 0 : Math.min(FIRST_MS * 2 ** (this.#failures - 1), LONGEST_MS);
    this.#failures += 1;
    if (waitMs === 0) return run();
    this.#waiting = setTimeout(run, waitMs).unref();
  }

  /** Tries no more, until there is a new plan. */
  drop(): void {
    clearTimeout(this.#waiting);
  }

  /** It went well: the next failure is a first one. */
  reset(): void {
    this.#failures = 0;
  }
}

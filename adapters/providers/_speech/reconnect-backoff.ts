/** The wait before the second try, which doubles with every further one up to the longest. In milliseconds. */
const DELAY_MIN_MS = 500;
const DELAY_MAX_MS = 30_000;

/** When to try again what failed: at once the first time, then later and later, until it went well. */
export class ReconnectBackoff {
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Tries once more in time, in place of what was to be tried. */
  schedule(run: () => void): void {
    this.cancel();
    const waitMs = this.#failures === 0 ? 0 : Math.min(DELAY_MIN_MS * 2 ** (this.#failures - 1), DELAY_MAX_MS);
    this.#failures += 1;
    if (waitMs === 0) return run();
    this.#timer = setTimeout(run, waitMs).unref();
  }

  /** Tries no more, until there is a new plan. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** It went well: the next failure is a first one. */
  reset(): void {
    this.#failures = 0;
  }
}

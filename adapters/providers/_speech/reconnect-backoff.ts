/** Delay before the second retry, which doubles up to the maximum, in ms. */
const DELAY_MIN_MS = 500;
const DELAY_MAX_MS = 30_000;

/** Schedules retries with exponential backoff. The first retry runs at once. */
export class ReconnectBackoff {
  #failures = 0;
  #timer: NodeJS.Timeout | undefined;

  /** Schedules a retry. Replaces a scheduled one. */
  schedule(run: () => void): void {
    this.cancel();
    const waitMs = this.#failures === 0 ? 0 : Math.min(DELAY_MIN_MS * 2 ** (this.#failures - 1), DELAY_MAX_MS);
    this.#failures += 1;
    if (waitMs === 0) return run();
    this.#timer = setTimeout(run, waitMs).unref();
  }

  /** Cancels the scheduled retry. */
  cancel(): void {
    clearTimeout(this.#timer);
  }

  /** Resets the delay after success. */
  reset(): void {
    this.#failures = 0;
  }
}

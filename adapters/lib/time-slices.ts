import { setTimeout as wait } from 'node:timers/promises';

/** Longest slice of work. In milliseconds. */
const SLICE_MS = 2;
/** Pause after a slice, as a multiple of its duration. */
const PAUSE_FACTOR = 3;

/**
 * Bounds long work of tenants on the event loop: together it takes at most a quarter of the time, in slices of 2 ms
 * plus one step. Work shorter than a slice runs at once.
 */
export class TimeSlices {
  readonly #now: () => number;
  readonly #wait: (ms: number) => Promise<unknown>;
  #last: Promise<unknown> = Promise.resolve();
  #busy = 0;

  /** Tests replace the time. */
  constructor(now = () => performance.now(), waiting: (ms: number) => Promise<unknown> = wait) {
    this.#now = now;
    this.#wait = waiting;
  }

  /** Runs the steps and answers their result. Null when the signal aborts first. */
  async run<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
    this.#busy += 1;
    const done = this.#busy > 1 ? this.#last.then(() => this.#slices(steps, signal)) : this.#slices(steps, signal);
    this.#last = done.catch(() => undefined);
    return done.finally(() => (this.#busy -= 1));
  }

  async #slices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
    while (!signal.aborted) {
      const startedAt = this.#now();
      for (let took = 0; took < SLICE_MS; took = this.#now() - startedAt) {
        const step = steps.next();
        if (step.done) {
          await this.#pauseAfter(this.#now() - startedAt);
          return step.value;
        }
      }
      await this.#pauseAfter(this.#now() - startedAt);
    }
    return null;
  }

  async #pauseAfter(tookMs: number): Promise<void> {
    if (tookMs >= SLICE_MS) await this.#wait(tookMs * PAUSE_FACTOR);
  }
}

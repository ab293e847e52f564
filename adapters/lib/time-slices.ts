import { setTimeout as wait } from 'node:timers/promises';

/** Work stands back after this long. In milliseconds. */
const SLICE_MS = 2;
/** Between two slices the event loop belongs to others for this many times as long as a slice took. */
const PAUSE_FACTOR = 3;

/**
 * Shares the event loop with work that tenants can make long: all of it together takes at most a quarter of the loop,
 * and never more than a slice and one step at once. Work that fits into a slice is done at once.
 */
export class TimeSlices {
  #last: Promise<unknown> = Promise.resolve();
  #busy = 0;

  /** Runs these steps to their result; null when the signal aborts before that. */
  async run<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
    this.#busy += 1;
    const done = this.#busy > 1 ? this.#last.then(() => this.#slices(steps, signal)) : this.#slices(steps, signal);
    this.#last = done.catch(() => undefined);
    return done.finally(() => (this.#busy -= 1));
  }

  async #slices<T>(steps: Generator<void, T>, signal: AbortSignal): Promise<T | null> {
    while (!signal.aborted) {
      const startedAt = performance.now();
      for (let took = 0; took < SLICE_MS; took = performance.now() - startedAt) {
        const step = steps.next();
        if (step.done) {
          await pauseAfter(performance.now() - startedAt);
          return step.value;
        }
      }
      await pauseAfter(performance.now() - startedAt);
    }
    return null;
  }
}

async function pauseAfter(tookMs: number): Promise<void> {
  if (tookMs >= SLICE_MS) await wait(tookMs * PAUSE_FACTOR);
}

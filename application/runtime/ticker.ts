import type { Cancel, Clock } from '../ports/clock.ts';

/** Twice per 20 ms frame, so that a frame is never late by more than half of itself. In milliseconds. */
export const TICK_MS = 10;

/** One shared beat for every call of the process. It runs only while somebody listens. */
export class Ticker {
  readonly #clock: Clock;
  readonly #listeners = new Set<(now: number) => void>();
  #cancel: Cancel | null = null;
  #due = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls on every beat with the monotonic time, until the returned cancel is called. */
  add(listener: (now: number) => void): Cancel {
    this.#listeners.add(listener);
    if (!this.#cancel) {
      this.#due = this.#clock.monotonic() + TICK_MS;
      this.#cancel = this.#clock.after(TICK_MS, () => this.#tick());
    }
    return () => this.#listeners.delete(listener);
  }

  #tick(): void {
    const now = this.#clock.monotonic();
    for (const listener of this.#listeners) listener(now);
    if (this.#listeners.size === 0) {
      this.#cancel = null;
      return;
    }
    // Beats keep their own time: a late one does not delay the next, and missed ones are not made up for.
    this.#due = Math.max(this.#due + TICK_MS, this.#clock.monotonic());
    this.#cancel = this.#clock.after(Math.max(0, this.#due - this.#clock.monotonic()), () => this.#tick());
  }
}

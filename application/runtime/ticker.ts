import type { Cancel, Clock } from '../ports/clock.ts';

/** Interval of a tick, in ms: half a frame, so that no frame is more than half a frame late. */
export const TICK_MS = 10;

/** One timer for all calls of the process. Runs only while it has listeners. */
export class Ticker {
  readonly #clock: Clock;
  readonly #listeners = new Set<(now: number) => void>();
  #cancel: Cancel | null = null;
  #due = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Calls the listener on every tick with the monotonic time, until it is cancelled. */
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
    // A late tick does not delay the next. Missed ticks are not repeated.
    this.#due = Math.max(this.#due + TICK_MS, this.#clock.monotonic());
    this.#cancel = this.#clock.after(Math.max(0, this.#due - this.#clock.monotonic()), () => this.#tick());
  }
}

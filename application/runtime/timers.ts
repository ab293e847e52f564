import type { Cancel, Clock } from '../ports/clock.ts';

/** Named timers. Starting a running timer restarts it. */
export class Timers<Name extends string> {
  readonly #clock: Clock;
  readonly #running = new Map<Name, Cancel>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  start(name: Name, ms: number, run: () => void): void {
    this.cancel(name);
    this.#running.set(name, this.#clock.after(ms, run));
  }

  /** Cancels the timer, if it is running. */
  cancel(name: Name): void {
    this.#running.get(name)?.();
    this.#running.delete(name);
  }

  close(): void {
    for (const cancel of this.#running.values()) cancel();
    this.#running.clear();
  }
}

import type { Cancel, Clock } from '../../application/ports/clock.ts';

export const FRAME_MS = 20;
/** Moments within a frame at which callers send: telephones are not in step. */
const SLOT_MS = 1;
const SLOTS = FRAME_MS / SLOT_MS;

/** Runs with the time. */
type OnFrame = (now: number) => void;

/**
 * Runs every listener once in 20 ms, the same number of them in each millisecond. After a standstill every listener runs
 * as often as it was due, like a microphone that was recording.
 */
export class FrameClock {
  readonly #clock: Clock;
  readonly #onDelay: (ms: number) => void;
  readonly #slots = Array.from({ length: SLOTS }, () => new Set<OnFrame>());
  #size = 0;
  #slot = 0;
  #dueAt = 0;
  #cancel: Cancel | null = null;

  /** `onDelay` receives how late the listeners of each millisecond run. */
  constructor(clock: Clock, onDelay: (ms: number) => void) {
    this.#clock = clock;
    this.#onDelay = onDelay;
  }

  /** Runs this every 20 ms until it is cancelled. */
  add(run: OnFrame): Cancel {
    const emptiest = this.#slots.reduce((least, slot) => (slot.size < least.size ? slot : least));
    emptiest.add(run);
    this.#size += 1;
    if (!this.#cancel) {
      this.#dueAt = this.#clock.monotonic() + SLOT_MS;
      this.#schedule();
    }
    return () => {
      if (emptiest.delete(run)) this.#size -= 1;
    };
  }

  #schedule(): void {
    this.#cancel = this.#clock.after(Math.max(0, this.#dueAt - this.#clock.monotonic()), () => this.#tick());
  }

  #tick(): void {
    for (let now = this.#clock.monotonic(); this.#dueAt <= now; now = this.#clock.monotonic()) {
      const slot = this.#slots[this.#slot % SLOTS]!;
      if (slot.size > 0) this.#onDelay(now - this.#dueAt);
      for (const run of slot) run(now);
      this.#slot += 1;
      this.#dueAt += SLOT_MS;
    }
    if (this.#size > 0) return this.#schedule();
    this.#cancel = null;
  }
}

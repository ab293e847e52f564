import type { Clock } from '../ports/clock.ts';
import { DIAL_PERMIT_TTL_MS } from './dial-permit.ts';

/** Time after which no dial of an earlier permit counts for the pace, in ms. */
export const QUIET_MS = DIAL_PERMIT_TTL_MS + 1_000;
/** Drift of the wall clock from the monotonic clock between two checks that counts as setting it, in ms. */
const DRIFT_MS = 500;

/** The wall clock, and whether it was set lately: NTP and operators may set it, also while leases and dial rates depend on it. */
export class WallClock {
  readonly #clock: Clock;
  /** Wall clock minus monotonic clock, in ms. */
  #ahead: number;
  /** Until then, ages by this clock may be wrong. It may have been set just before the process started. */
  #distrustedUntil: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#ahead = this.#aheadNow;
    this.#distrustedUntil = clock.monotonic() + QUIET_MS;
  }

  /** The age of what happened at this time, in ms. 0 for `QUIET_MS` after the clock was set: it may be younger than it looks. */
  ageOf(time: number): number {
    this.check();
    return this.#clock.monotonic() < this.#distrustedUntil ? 0 : Math.max(0, this.#clock.now().getTime() - time);
  }

  /** Notices whether it was set since the last check. */
  check(): void {
    const ahead = this.#aheadNow;
    if (Math.abs(ahead - this.#ahead) > DRIFT_MS) this.#distrustedUntil = this.#clock.monotonic() + QUIET_MS;
    this.#ahead = ahead;
  }

  get #aheadNow(): number {
    return this.#clock.now().getTime() - this.#clock.monotonic();
  }
}

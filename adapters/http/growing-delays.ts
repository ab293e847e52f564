import type { Clock } from '../../application/ports/clock.ts';

export interface DelayRule {
  /** Number of failures without a delay. */
  readonly free: number;
  /** The first delay is a second; each further failure doubles it up to this. */
  readonly delayMaxMs: number;
  /** A key without a failure for this long starts again. Longer than the longest delay. */
  readonly forgottenAfterMs: number;
}

interface Failures {
  readonly count: number;
  /** Both in the clock's monotonic milliseconds. */
  readonly lastAt: number;
  readonly notBefore: number;
}

const KEYS_MAX = 20_000;
const FIRST_DELAY_MS = 1000;

/**
 * Counts failures by key and delays the next attempt exponentially. Beyond the limit the key with the oldest failure is
 * dropped.
 */
export class GrowingDelays {
  readonly #rule: DelayRule;
  readonly #clock: Clock;
  readonly #keysMax: number;
  /** Ordered by last failure, oldest first. */
  readonly #failures = new Map<string, Failures>();

  constructor(rule: DelayRule, clock: Clock, keysMax = KEYS_MAX) {
    this.#rule = rule;
    this.#clock = clock;
    this.#keysMax = keysMax;
  }

  /** The number of stored keys. */
  get size(): number {
    return this.#failures.size;
  }

  /** Seconds until the next attempt, rounded up; 0 when it is allowed now. */
  secondsLeft(key: string): number {
    const { notBefore } = this.#of(key);
    return Math.max(0, Math.ceil((notBefore - this.#clock.monotonic()) / 1000));
  }

  /** Counts a failure. Called before the attempt, so that concurrent attempts do not share one delay. */
  fail(key: string): void {
    const count = this.#of(key).count + 1;
    const now = this.#clock.monotonic();
    this.#failures.delete(key);
    this.#failures.set(key, { count, lastAt: now, notBefore: now + this.#delayMs(count) });
    const [oldest] = this.#failures.keys();
    if (oldest !== undefined && this.#failures.size > this.#keysMax) this.#failures.delete(oldest);
  }

  /** Removes a failure that was counted in advance. */
  takeBack(key: string): void {
    const failures = this.#failures.get(key);
    if (failures) this.#failures.set(key, { ...failures, count: failures.count - 1, notBefore: 0 });
    if (failures && failures.count <= 1) this.#failures.delete(key);
  }

  /** Removes all failures of a key. */
  reset(key: string): void {
    this.#failures.delete(key);
  }

  #delayMs(count: number): number {
    const { free, delayMaxMs } = this.#rule;
    return count < free ? 0 : Math.min(delayMaxMs, FIRST_DELAY_MS * 2 ** (count - free));
  }

  #of(key: string): Failures {
    const known = this.#failures.get(key);
    const isOld = known && this.#clock.monotonic() - known.lastAt > this.#rule.forgottenAfterMs;
    return known && !isOld ? known : { count: 0, lastAt: 0, notBefore: 0 };
  }
}

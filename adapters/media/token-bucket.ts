import type { Clock } from '../../application/ports/clock.ts';

/** Capacity of a bucket and its refill rate, in tokens per second. */
export interface Refill {
  readonly capacity: number;
  readonly perSecond: number;
}

/** A token bucket, initially full. Allocates nothing, because it runs for every frame of audio. */
export class TokenBucket {
  readonly #refill: Refill;
  readonly #clock: Pick<Clock, 'monotonic'>;
  #left: number;
  #filledAt: number;

  constructor(refill: Refill, clock: Pick<Clock, 'monotonic'>) {
    this.#refill = refill;
    this.#clock = clock;
    this.#left = refill.capacity;
    this.#filledAt = clock.monotonic();
  }

  /** Whether the bucket is full. */
  get isFull(): boolean {
    this.#fill();
    return this.#left === this.#refill.capacity;
  }

  /** Takes the tokens, or none if there are fewer. Returns whether it took them. */
  take(tokens = 1): boolean {
    this.#fill();
    if (this.#left < tokens) return false;
    this.#left -= tokens;
    return true;
  }

  #fill(): void {
    const { capacity, perSecond } = this.#refill;
    const now = this.#clock.monotonic();
    this.#left = Math.min(capacity, this.#left + ((now - this.#filledAt) * perSecond) / 1_000);
    this.#filledAt = now;
  }
}

import type { Clock } from '../../application/ports/clock.ts';

/** How many tokens a bucket holds at most, and how many it gains in a second. */
export interface Refill {
  readonly capacity: number;
  readonly perSecond: number;
}

/** A token bucket, full at first. Taking allocates nothing: it is done for every frame of audio. */
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

  /** Whether nothing was taken for so long that the bucket is full again. */
  get isFull(): boolean {
    this.#fill();
    return this.#left === this.#refill.capacity;
  }

  /** Takes this number of tokens. False when there are fewer; none is taken then. */
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

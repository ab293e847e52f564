import type { Cancel, Clock } from './ports/clock.ts';

interface FairSlotsOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** Most pieces of work at a time that have been under way for a short time only. */
  readonly limit: number;
  /** Most pieces of work of one key at a time. */
  readonly perKey: number;
  /** Work that takes longer than this, in ms, gives its slot to others, as long as few do. */
  readonly slowMs: number;
  /** Most pieces of work without a slot. */
  readonly slowLimit: number;
}

/**
 * Runs work of many keys in a limited number of slots. A free slot goes to the key with the least work under way, so
 * that no key waits because another one has much or slow work.
 */
export class FairSlots {
  readonly #options: FairSlotsOptions;
  readonly #waiting = new Map<string, (() => void)[]>();
  readonly #underWay = new Map<string, number>();
  #taken = 0;
  #slow = 0;

  constructor(options: FairSlotsOptions) {
    this.#options = options;
  }

  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    await this.#take(key);
    let isSlow = false;
    const cancel = this.#whenSlow(() => (isSlow = true));
    try {
      return await work();
    } finally {
      cancel();
      if (isSlow) this.#slow -= 1;
      else this.#taken -= 1;
      this.#count(key, -1);
      this.#grant();
    }
  }

  #take(key: string): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.set(key, [...(this.#waiting.get(key) ?? []), resolve]);
      this.#grant();
    });
  }

  #whenSlow(then: () => void): Cancel {
    return this.#options.clock.after(this.#options.slowMs, () => {
      if (this.#slow >= this.#options.slowLimit) return;
      then();
      this.#slow += 1;
      this.#taken -= 1;
      this.#grant();
    });
  }

  #grant(): void {
    while (this.#taken < this.#options.limit) {
      const key = this.#next();
      if (key === null) return;
      const [first, ...rest] = this.#waiting.get(key) ?? [];
      if (rest.length === 0) this.#waiting.delete(key);
      else this.#waiting.set(key, rest);
      this.#taken += 1;
      this.#count(key, 1);
      first?.();
    }
  }

  /** The waiting key with the least work under way. Null when every one has its maximum. */
  #next(): string | null {
    let next: string | null = null;
    let least = this.#options.perKey;
    for (const key of this.#waiting.keys()) {
      const count = this.#underWay.get(key) ?? 0;
      if (count < least) [next, least] = [key, count];
    }
    return next;
  }

  #count(key: string, change: number): void {
    const count = (this.#underWay.get(key) ?? 0) + change;
    if (count === 0) this.#underWay.delete(key);
    else this.#underWay.set(key, count);
  }
}

import type { Clock } from '../../application/ports/clock.ts';
import { TokenBucket } from './token-bucket.ts';

/** Refused webhooks of one address for one organisation: this many at once, and one a second from then on. */
const REFUSALS = { capacity: 20, perSecond: 1 } as const;
/** Senders remembered. Of more, the one whose webhook was refused longest ago is forgotten. */
const SENDERS_MAX = 20_000;

/**
 * Counts the webhooks that were refused, so that those who go on forging them cost no questions to the API. Counted by address
 * and organisation: the addresses of a carrier serve every organisation, and one with wrong credentials harms no other.
 */
export class RefusedWebhooks {
  readonly #clock: Clock;
  readonly #sendersMax: number;
  /** The one refused longest ago comes first. */
  readonly #senders = new Map<string, TokenBucket>();

  constructor(clock: Clock, sendersMax = SENDERS_MAX) {
    this.#clock = clock;
    this.#sendersMax = sendersMax;
  }

  get size(): number {
    return this.#senders.size;
  }

  /** Whether the next webhook of this address for this organisation is to be refused unseen. */
  isOver(network: string, orgId: string): boolean {
    return this.#senders.get(keyOf(network, orgId))?.isEmpty ?? false;
  }

  /** Counts a webhook that was refused. */
  record(network: string, orgId: string): void {
    const key = keyOf(network, orgId);
    const bucket = this.#senders.get(key) ?? new TokenBucket(REFUSALS, this.#clock);
    bucket.take();
    this.#senders.delete(key);
    this.#senders.set(key, bucket);
    this.#forget();
  }

  #forget(): void {
    for (const [key, bucket] of this.#senders) {
      if (this.#senders.size <= this.#sendersMax && !bucket.isFull) return;
      this.#senders.delete(key);
    }
  }
}

/** A stranger chooses the length of the id. */
const keyOf = (network: string, orgId: string): string => `${network} ${orgId.slice(0, 64)}`;

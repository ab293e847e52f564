import type { Clock } from '../../application/ports/clock.ts';
import type { FairQueue } from '../lib/fair-queue.ts';
import { TokenBucket } from './token-bucket.ts';

/** Messages that are handled as they arrive. Peers send 10 to 100 per second, several of them at once. */
const ON_ARRIVAL = { perSecond: 100, capacity: 10 };

/** The queue that all sockets share for bursts, and the key of this one in it. */
export interface BurstQueue {
  readonly queue: FairQueue;
  /** The organisation of the call. */
  readonly key: string;
}

/**
 * Handles the messages of one socket in order: on arrival, and those of a burst in the fair queue. A read of a socket can
 * bring hundreds, which would delay the audio of all calls. `StreamAllowance` bounds how many wait.
 */
export class Inbox {
  readonly #bursts: BurstQueue;
  readonly #arrivals: TokenBucket;
  #waiting = 0;
  /** Whether a queued message is being handled. */
  #isQueued = false;

  constructor(bursts: BurstQueue, clock: Clock) {
    this.#bursts = bursts;
    this.#arrivals = new TokenBucket(ON_ARRIVAL, clock);
  }

  /** Handles a message, which must not throw. */
  take(handle: () => void): void {
    if (this.#waiting === 0 && this.#arrivals.take()) handle();
    else this.queue(handle);
  }

  /** The same for work that counts as a burst in itself. It begins at once while there is time. */
  queue(handle: () => void): void {
    if (this.#isQueued) return handle();
    const { queue, key } = this.#bursts;
    this.#waiting += 1;
    queue.begin(key, () => {
      this.#waiting -= 1;
      this.#isQueued = true;
      handle();
      this.#isQueued = false;
    });
  }
}

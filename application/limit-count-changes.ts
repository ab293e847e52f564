import type { LimitCount } from '../domain/accounts/limit-count.ts';
import { batched } from './batching.ts';
import type { Clock } from './ports/clock.ts';
import type { LimitCounts, LimitKey } from './ports/limit-counts.ts';
import { retryOnConflict } from './retry-on-conflict.ts';

export interface LimitPorts {
  readonly limitCounts: LimitCounts;
  readonly clock: Clock;
}

/** What a count becomes at this time. Repeated after a conflict. */
export type LimitCountChange = (seen: LimitCount | null, now: number) => LimitCount | null;

interface KeyChanges {
  readonly add: (change: LimitCountChange) => Promise<void>;
  waiting: number;
}

const CONFLICT = 'The count of requests kept changing. Try again.';
/** Most keys of each limit that are stored. */
const STORED_MAX = 200_000;

/**
 * Changes what is counted for keys. Changes of a key that come while the store is changed for it are made together
 * afterwards, in their order: many concurrent requests neither wait for each other in turn nor conflict.
 */
export class LimitCountChanges {
  readonly #ports: LimitPorts;
  readonly #keys = new Map<string, KeyChanges>();

  constructor(ports: LimitPorts) {
    this.#ports = ports;
  }

  async make(of: LimitKey, change: LimitCountChange): Promise<void> {
    const name = `${of.kind} ${of.key}`;
    const changing = this.#keys.get(name) ?? { add: batched((all) => this.#makeAll(of, all)), waiting: 0 };
    this.#keys.set(name, changing);
    changing.waiting += 1;
    try {
      await changing.add(change);
    } finally {
      changing.waiting -= 1;
      if (changing.waiting === 0) this.#keys.delete(name);
    }
  }

  #makeAll(of: LimitKey, changes: readonly LimitCountChange[]): Promise<void> {
    const { limitCounts, clock } = this.#ports;
    return retryOnConflict(CONFLICT, async () => {
      const seen = await limitCounts.find(of);
      const now = clock.now().getTime();
      const next = changes.reduce<LimitCount | null>((count, change) => change(count, now), seen);
      return next === seen || (await limitCounts.replace(of, seen, next)) ? undefined : 'again';
    });
  }
}

/** Removes counts that have expired, and those of each limit that are too many to keep. */
export const pruneLimitCounts = ({ limitCounts, clock }: LimitPorts): Promise<void> =>
  limitCounts.prune(clock.now().getTime(), STORED_MAX);

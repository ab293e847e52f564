import { FairQueue } from '../../adapters/lib/fair-queue.ts';
import type { BurstQueue } from '../../adapters/media/inbox.ts';

/** Turns for the messages of a socket. Without a clock no time passes in them: each message is handled on arrival. */
export const burstQueue = (now: () => number = () => 0): BurstQueue => ({ queue: new FairQueue(now), key: 'o1' });

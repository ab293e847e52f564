import { FairQueue } from '../../adapters/lib/fair-queue.ts';
import type { MessageTime } from '../../adapters/media/browser-channel.ts';

/** Time for the messages of a browser. Without a clock it does not pass: each message is handled at once. */
export const messageTime = (now: () => number = () => 0): MessageTime => ({ queue: new FairQueue(now), key: 'o1' });

import { createHash } from 'node:crypto';
import type { ContentDigest } from '../../application/ports/content-digest.ts';
import { eventLoopQueue } from '../lib/event-loop-queue.ts';

/** Blocks per tick of the event loop, each of about ten thousand characters at most. */
const AT_ONCE = 16;

/** SHA-256 of blocks. */
export const sha256Digest: ContentDigest = async (blocks) => {
  const hash = createHash('sha256');
  for (const [at, block] of blocks.entries()) {
    if (at % AT_ONCE === AT_ONCE - 1) await eventLoopQueue.next(blocks);
    hash.update(JSON.stringify(block)).update('\n');
  }
  return hash.digest('hex');
};

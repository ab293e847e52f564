import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import { keyedDigest } from '../lib/keyed-digest.ts';

/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform limit count 1';

/**
 * Counts whose keys are stored as digests under a secret that all API processes share. The store then holds no address
 * of a person or a client, and its keys have one length.
 */
export function keyedLimitCounts(counts: LimitCounts, secret: string): LimitCounts {
  const digest = keyedDigest(secret, PURPOSE);
  return {
    find: (key) => counts.find(digest(key)),
    replace: (key, seen, next) => counts.replace(digest(key), seen, next),
    prune: (now, most) => counts.prune(now, most),
  };
}

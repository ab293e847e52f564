import type { LimitKey } from '../../application/ports/limit-counts.ts';
import { keyedDigest } from '../lib/keyed-digest.ts';

/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform limit count 1';

/**
 * Digests of keys under a secret that all API processes share. The store then holds no address of a person or a client,
 * and its keys have one length.
 */
export function limitCountDigests(secret: string): (of: LimitKey) => string {
  const digest = keyedDigest(secret, PURPOSE);
  return ({ kind, key }) => digest(`${kind} ${key}`);
}

import { ipKeyGenerator } from 'express-rate-limit';
import type { VisitorDigest } from '../../application/ports/visitor-digest.ts';
import { keyedDigest } from '../lib/keyed-digest.ts';

/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform visitor 1';
/** Prefix of the network that an access provider assigns to a customer, in bits. */
const IPV6_NETWORK = 64;

/** Digests under a secret that all API processes share. */
export function hmacVisitorDigest(secret: string): VisitorDigest {
  const digest = keyedDigest(secret, PURPOSE);
  return ({ org_id, agent_id }, visitor) =>
    digest(JSON.stringify([org_id, agent_id, ipKeyGenerator(visitor, IPV6_NETWORK)]));
}

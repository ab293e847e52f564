import type { VisitorDigest } from '../../application/ports/visitor-digest.ts';
import { keyedDigest } from '../lib/keyed-digest.ts';

/** Domain separation: the same secret derives other keys elsewhere. */
const PURPOSE = 'voice-agent-platform visitor 1';

/** Digests under a secret that all API processes share. */
export const hmacVisitorDigest = (secret: string): VisitorDigest => keyedDigest(secret, PURPOSE);

import type { Cipher } from '../application/ports/cipher.ts';
import type { LimitCounts } from '../application/ports/limit-counts.ts';
import type { OpaqueTokens } from '../application/ports/opaque-tokens.ts';
import type { Passwords } from '../application/ports/passwords.ts';
import type { Tickets } from '../application/ports/tickets.ts';
import type { Tokens } from '../application/ports/tokens.ts';
import type { VisitorDigest } from '../application/ports/visitor-digest.ts';

/** Proofs of identity, secrets, and counts for limits. */
export interface SecurityDependencies {
  passwords: Passwords;
  tokens: Tokens;
  opaqueTokens: OpaqueTokens;
  tickets: Tickets;
  cipher: Cipher;
  limitCounts: LimitCounts;
  visitorDigest: VisitorDigest;
}

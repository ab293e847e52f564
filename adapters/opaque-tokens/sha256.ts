import { createHash, randomBytes } from 'node:crypto';
import type { OpaqueTokens } from '../../application/ports/opaque-tokens.ts';

const BYTES = 32;

/**
 * Tokens in base64url, stored as SHA-256. Random tokens of this size need no slow hash, because they cannot be guessed.
 */
export const sha256Tokens = (): OpaqueTokens => ({
  next: () => randomBytes(BYTES).toString('base64url'),
  digest: (token) => createHash('sha256').update(token).digest('hex'),
});

import { createHash, randomBytes } from 'node:crypto';
import type { ResetTokens } from '../../application/ports/reset-tokens.ts';

const BYTES = 32;

/** Tokens in base64url, kept as their SHA-256. A token of this size needs no slower hash: nobody can try them all. */
export const sha256ResetTokens = (): ResetTokens => ({
  next: () => randomBytes(BYTES).toString('base64url'),
  digest: (token) => createHash('sha256').update(token).digest('hex'),
});

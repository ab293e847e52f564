import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Compares two secrets or signatures in constant time, by digests of equal length. All comparisons of secrets use it.
 */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

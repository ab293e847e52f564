import { createHash, timingSafeEqual } from 'node:crypto';

/**
 * Whether two secrets, or two signatures, are the same, in a time that says nothing of where or by how much they differ:
 * their digests are compared, which have one length whatever was given. The only comparison that secrets go through.
 */
export const isSameSecret = (given: string | Uint8Array, expected: string | Uint8Array): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (secret: string | Uint8Array): Buffer => createHash('sha256').update(secret).digest();

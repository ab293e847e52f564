import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Digests of text that only processes with the same secret can make. Each purpose has a key of its own. */
export function keyedDigest(secret: string, purpose: string): (text: string) => string {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES));
  return (text) => createHmac('sha256', key).update(text).digest('base64url');
}

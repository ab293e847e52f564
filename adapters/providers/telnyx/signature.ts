import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { CarrierDialect } from '../../../application/ports/carrier-dialect.ts';
import { secretsIn } from '../_carrier/values.ts';

/** A signature is good for so long, and for so long before, as clocks differ. In milliseconds. */
const TOLERANCE_MS = 300_000;
/** What is written before the bytes of an Ed25519 key to make it one that names its kind. */
const KIND = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/**
 * Checks Telnyx's Ed25519 signatures. They cover neither method nor URL: only what a POST carries can be trusted. Without
 * a stored key nothing is genuine.
 */
export const telnyxAuthenticity: CarrierDialect['authenticity'] = (request, auth) => {
  const texts = secretsIn(auth, 'public_key');
  const { method, headers, body, receivedAt } = request;
  const timestamp = headers['telnyx-timestamp'] ?? '';
  const age = /^\d{1,12}$/.test(timestamp) ? receivedAt.getTime() - Number(timestamp) * 1_000 : Infinity;
  if (method !== 'POST' || Math.abs(age) > TOLERANCE_MS) return 'forged';
  const signed = Buffer.concat([Buffer.from(`${timestamp}|`), body]);
  const signature = Buffer.from(headers['telnyx-signature-ed25519'] ?? '', 'base64');
  const keys = texts.map(publicKey).filter((key) => key !== null);
  return keys.some((key) => verify(null, signed, key, signature)) ? 'genuine' : 'forged';
};

/** The key as the portal shows it, in base64; null when it is none. */
export function publicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES) return null;
  return createPublicKey({ key: Buffer.concat([KIND, bytes]), format: 'der', type: 'spki' });
}

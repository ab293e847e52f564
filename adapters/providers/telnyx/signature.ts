import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import type { CarrierDialect } from '../../../application/ports/carrier-dialect.ts';
import { secretsIn } from '../_carrier/values.ts';

/** Maximum age of a signature, and maximum clock skew, in ms. */
const TOLERANCE_MS = 300_000;
/** ASN.1 prefix of an Ed25519 public key. */
const KIND = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/**
 * Verifies Telnyx's Ed25519 signatures, which cover neither method nor URL: only the body of a POST can be trusted.
 * Without a stored key every request is forged.
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

/** The key as the portal shows it, in Base64. Null when malformed. */
export function publicKey(text: string): KeyObject | null {
  const bytes = Buffer.from(text.trim(), 'base64');
  if (bytes.length !== KEY_BYTES) return null;
  return createPublicKey({ key: Buffer.concat([KIND, bytes]), format: 'der', type: 'spki' });
}

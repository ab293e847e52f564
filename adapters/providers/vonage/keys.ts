import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Clock } from '../../../application/ports/clock.ts';

/** RS256 takes no shorter keys. In bits. */
const SHORTEST_KEY = 2_048;
/** Enough for one request, and for clocks that differ. In seconds. */
const VALID_SECONDS = 300;

/** One key for every application of an organisation: they are made with its public half. */
export interface ApplicationKey {
  /** In PEM. */
  readonly publicKey: string;
  /** What a request in the name of this application is authorised with. */
  authorization(applicationId: string): { readonly authorization: string };
}

/** The key in this PEM text, or null when it holds no RSA key that will do. */
export function applicationKey(pem: string, clock: Clock): ApplicationKey | null {
  const key = privateKey(pem);
  if (key?.asymmetricKeyType !== 'rsa' || (key.asymmetricKeyDetails?.modulusLength ?? 0) < SHORTEST_KEY) return null;
  return {
    publicKey: createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString(),
    authorization(application_id) {
      const iat = Math.floor(clock.now().getTime() / 1_000);
      const claims = { application_id, iat, exp: iat + VALID_SECONDS, jti: randomUUID() };
      return { authorization: `Bearer ${jwt.sign(claims, key, { algorithm: 'RS256' })}` };
    },
  };
}

/** Settings files write line ends as two characters; so do people who copy from them. */
function privateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    return null;
  }
}

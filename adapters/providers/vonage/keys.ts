import { createPrivateKey, createPublicKey, randomUUID, type KeyObject } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { Clock } from '../../../application/ports/clock.ts';

/** Minimum length of a key for RS256, in bits. */
const SHORTEST_KEY = 2_048;
/** Lifetime of a token and tolerance for clock skew, in seconds. */
const VALID_SECONDS = 300;

/** One key pair for all applications of an organisation, which are created with its public half. */
export interface ApplicationKey {
  /** In PEM. */
  readonly publicKey: string;
  /** Authorisation of a request on behalf of this application. */
  authorization(applicationId: string): { readonly authorization: string };
}

/** The key in this PEM text. Null when it is not a suitable RSA key. */
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

/** Settings files may hold line breaks as `\n`, and users copy them. */
function privateKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    return null;
  }
}

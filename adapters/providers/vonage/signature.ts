import { createHash, createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import type { CarrierDialect, CarrierRequest } from '../../../application/ports/carrier-dialect.ts';
import { isSameSecret } from '../../lib/secret-comparison.ts';
import { secretsIn } from '../_carrier/values.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Maximum age of a signature and maximum clock skew, in seconds. */
const TOLERANCE_SECONDS = 300;

/**
 * Verifies Vonage's signed webhooks: a token in the header with a hash of the body. It covers neither method nor URL:
 * only the body of a POST can be trusted. Without a stored secret every request is forged.
 */
export const vonageAuthenticity: CarrierDialect['authenticity'] = (request, auth) => {
  const secrets = secretsIn(auth, 'signature_secret');
  if (request.method !== 'POST') return 'forged';
  return secrets.some((secret) => covers(verified(request, secret), request)) ? 'genuine' : 'forged';
};

/** The application of a webhook, from its token. Empty without one. */
export function applicationOf(request: CarrierRequest): string {
  const claims = jwt.decode(tokenOf(request), { json: true });
  const id: unknown = claims?.['application_id'];
  return typeof id === 'string' ? id : '';
}

function covers(claims: Claims, { body, receivedAt }: CarrierRequest): boolean {
  const { iat, payload_hash: hash } = claims;
  if (typeof iat !== 'number' || typeof hash !== 'string') return false;
  const age = receivedAt.getTime() / 1_000 - iat;
  const expected = createHash('sha256').update(body).digest('hex');
  return Math.abs(age) <= TOLERANCE_SECONDS && isSameSecret(expected, hash.toLowerCase());
}

/** Claims of a token signed with the secret. Empty when it is not, or has expired. */
function verified(request: CarrierRequest, secret: string): Claims {
  try {
    const clockTimestamp = request.receivedAt.getTime() / 1_000;
    const claims = jwt.verify(tokenOf(request), createSecretKey(secret, 'utf8'), {
      algorithms: ['HS256'],
      clockTimestamp,
      clockTolerance: TOLERANCE_SECONDS,
    });
    return typeof claims === 'string' ? {} : claims;
  } catch {
    // Any error in the token means that Vonage did not sign it.
    return {};
  }
}

const tokenOf = ({ headers }: CarrierRequest): string =>
  /^bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1] ?? '';

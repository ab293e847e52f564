import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { createSign } from 'node:crypto';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { post, readText } from '../../lib/http-stream.ts';
import type { Network } from '../../lib/network.ts';
import { parseObject } from '../../lib/parse-object.ts';

const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';
const USUAL_TOKENS = 'https://oauth2.googleapis.com/token';
const LONGEST_ANSWER = 65_536;
const LIFE_SECONDS = 3_600;
/** A token is renewed this long before it expires, in seconds. */
const MARGIN_SECONDS = 300;

interface Credentials {
  readonly client_email: unknown;
  readonly private_key: unknown;
  readonly project_id: unknown;
  readonly token_uri: unknown;
}

/** A service account that issues access tokens. */
export interface ServiceAccount {
  readonly projectId: string;
  /** Request headers with a token. Requests a token only when the last one is about to expire. */
  headers(): Promise<Readonly<Record<string, string>>>;
}

/** Parses the JSON of a service account. Throws a VendorFailure when it is not valid. */
export function serviceAccount(credentials: string, network: Network): ServiceAccount {
  const { client_email, private_key, project_id, token_uri = USUAL_TOKENS } = parseObject<Credentials>(credentials);
  if (![client_email, private_key, project_id, token_uri].every((each) => typeof each === 'string' && each !== ''))
    throw unusable();
  const url = URL.canParse(String(token_uri)) ? new URL(String(token_uri)) : null;
  if (!url || !/^https?:$/.test(url.protocol)) throw unusable();
  let cached: { readonly token: Promise<string>; readonly until: number } | null = null;
  return {
    projectId: String(project_id),
    async headers() {
      const now = Math.floor(Date.now() / 1_000);
      if (!cached || cached.until <= now) {
        const assertion = assertionOf({ issuer: String(client_email), audience: url.href, now }, String(private_key));
        const token = tokenFor(assertion, url, network);
        cached = { token, until: now + LIFE_SECONDS - MARGIN_SECONDS };
        token.catch(() => (cached = null));
      }
      return { authorization: `Bearer ${await cached.token}`, 'content-type': 'application/json' };
    },
  };
}

async function tokenFor(assertion: string, url: URL, network: Network): Promise<string> {
  const form = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion });
  const { bytes } = await post({
    vendor: 'google_speech',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: form.toString(),
    network,
    signal: AbortSignal.timeout(TIMEOUTS_MS.vendor_connection),
  });
  const { access_token } = parseObject<{ access_token: unknown }>(await readText(bytes, LONGEST_ANSWER));
  if (typeof access_token === 'string') return access_token;
  throw new VendorFailure('google_speech answered without a token', { retryable: true });
}

/** A signed token request. Errors of the key are hidden, because they may contain it. */
function assertionOf(claim: { issuer: string; audience: string; now: number }, key: string): string {
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const { issuer, audience, now } = claim;
  const claims = { iss: issuer, scope: SCOPE, aud: audience, iat: now, exp: now + LIFE_SECONDS };
  const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
  try {
    return `${signed}.${createSign('RSA-SHA256').update(signed).sign(key, 'base64url')}`;
  } catch {
    throw unusable();
  }
}

const unusable = (): VendorFailure =>
  new VendorFailure('google_speech: credentials must be the JSON of a service account', { retryable: false });

import { createHash, generateKeyPairSync, randomUUID, type KeyObject } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import jwt from 'jsonwebtoken';
import { localServer } from '../support/local-server.ts';
import { CLIENT_ID, CLIENT_SECRET } from '../domain/accounts/sso-examples.ts';

/** A code that was issued, until it is exchanged. */
interface IssuedCode {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
}

/** What a provider answers. A test changes it to let the provider misbehave. */
interface Behaviour {
  claims: Record<string, unknown>;
  /** Claims of the userinfo endpoint. */
  userinfo: Record<string, unknown>;
  /** The issuer in the redirect (RFC 9207). */
  iss: string;
  key: KeyObject;
  /** Whether the token endpoint takes codes again, whatever their verifier. */
  isCareless: boolean;
  /** Changes of its metadata. */
  metadata: Record<string, unknown>;
  /** Where the client last sent its secret. */
  clientSecretIn: 'body' | 'header' | null;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const published = newKey();
/** The provider's id of the user. */
export const SUBJECT = 'subject of bob';
/** A key that no provider publishes. */
export const strangeKey = newKey().privateKey;

export type OpenidProvider = Awaited<ReturnType<typeof openidProvider>>;

/**
 * An OpenID provider as OpenID Connect Core 1.0 and RFC 7636 describe it, with one client and one user. Its tokens are as
 * wrong as a test wants them to be, which no real provider can do.
 */
export async function openidProvider(email = 'bob@acme.example') {
  const codes = new Map<string, IssuedCode>();
  const requests: string[] = [];
  const { url: issuer, close } = await localServer((request, response) => void answer(request, response));
  const behaviour: Behaviour = {
    claims: { email, email_verified: true },
    userinfo: {},
    iss: issuer,
    key: published.privateKey,
    isCareless: false,
    metadata: {},
    clientSecretIn: null,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', issuer);
    requests.push(pathname);
    const [status, body] = await replyTo(pathname, request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function replyTo(path: string, request: IncomingMessage): Promise<readonly [number, object]> {
    if (path === '/.well-known/openid-configuration') return [200, { ...metadataOf(issuer), ...behaviour.metadata }];
    if (path === '/jwks') return [200, { keys: [{ ...published.publicKey.export({ format: 'jwk' }), kid: '1' }] }];
    if (path === '/userinfo') return [200, { sub: SUBJECT, ...behaviour.userinfo }];
    return path === '/token' ? exchange(request) : [404, {}];
  }

  async function exchange(request: IncomingMessage): Promise<readonly [number, object]> {
    const form = new URLSearchParams(await text(request));
    const code = form.get('code') ?? '';
    const issued = codes.get(code);
    if (!behaviour.isCareless) codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    behaviour.clientSecretIn = secretPlace(form, request.headers.authorization);
    if (behaviour.clientSecretIn === null) return [401, { error: 'invalid_client' }];
    const isMatching = issued?.challenge === challenge && issued.redirectUri === form.get('redirect_uri');
    if (!issued || !(isMatching || behaviour.isCareless)) return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: CLIENT_ID, sub: SUBJECT, iat: now, exp: now + 300 };
    const token = jwt.sign({ ...claims, nonce: issued.nonce, ...behaviour.claims }, behaviour.key, {
      algorithm: 'RS256',
      keyid: '1',
    });
    return [200, { access_token: 'opaque', token_type: 'Bearer', id_token: token }];
  }

  return {
    ...{ issuer, behaviour, close },
    /** The paths that were requested. */
    requests,
    /** Logs the user in at this address, and is the query with which the browser returns. */
    logIn(authorizationUrl: string): string {
      const { searchParams: query } = new URL(authorizationUrl);
      const code = randomUUID();
      codes.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge_method') === 'S256' ? (query.get('code_challenge') ?? '') : '',
        redirectUri: query.get('redirect_uri') ?? '',
      });
      return `?${new URLSearchParams({ code, state: query.get('state') ?? '', iss: behaviour.iss }).toString()}`;
    },
  };
}

/** RFC 6749, section 2.3.1. */
function secretPlace(form: URLSearchParams, authorization: string | undefined): Behaviour['clientSecretIn'] {
  const encoded = [CLIENT_ID, CLIENT_SECRET].map((part) => new URLSearchParams({ '': part }).toString().slice(1));
  if (authorization === `Basic ${Buffer.from(encoded.join(':')).toString('base64')}`) return 'header';
  return form.get('client_id') === CLIENT_ID && form.get('client_secret') === CLIENT_SECRET ? 'body' : null;
}

const metadataOf = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  userinfo_endpoint: `${issuer}/userinfo`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  token_endpoint_auth_methods_supported: ['client_secret_post'],
  authorization_response_iss_parameter_supported: true,
});

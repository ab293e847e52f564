import * as openid from 'openid-client';
import type { Clock } from '../../application/ports/clock.ts';
import type { IdentityProviders } from '../../application/ports/identity-providers.ts';
import type { Log } from '../../application/ports/log.ts';
import { VendorFailure } from '../../application/ports/vendor-failure.ts';
import type { SsoConnection } from '../../domain/accounts/single-sign-on.ts';
import { unauthenticated, unavailable, type DomainError } from '../../domain/errors.ts';
import { exchange } from '../lib/http-exchange.ts';
import type { Network } from '../lib/network.ts';

interface Parts {
  readonly network: Network;
  readonly clock: Clock;
  readonly log: Log;
}

/** Timeout of each request to a provider. In milliseconds. */
const REQUEST_MS = 10_000;
/** Time for which a provider's metadata is kept. In milliseconds. */
const METADATA_MS = 10 * 60_000;

interface Metadata {
  readonly provider: Promise<openid.Configuration>;
  readonly until: number;
}

/**
 * OpenID Connect by the certified library: authorization code flow with PKCE, state and nonce. The signature of the ID
 * token is checked too, which the standard leaves to TLS. Only servers in LOCAL_UPSTREAMS may have private addresses or
 * use HTTP without TLS.
 */
export function openidProviders(parts: Parts): IdentityProviders {
  const known = new Map<string, Metadata>();
  const providerOf = (connection: SsoConnection): Promise<openid.Configuration> => {
    // The secret is a part of it: it is kept with the metadata.
    const key = JSON.stringify([connection.issuer, connection.client_id, connection.client_secret]);
    const now = parts.clock.monotonic();
    const kept = known.get(key);
    if (kept && now < kept.until) return kept.provider;
    for (const [old, { until }] of known) if (now >= until) known.delete(old);
    const provider = discovered(parts, connection);
    known.set(key, { provider, until: now + METADATA_MS });
    // A failure is not kept.
    provider.catch(() => known.delete(key));
    return provider;
  };
  return {
    begin: (connection, request) =>
      reporting(parts.log, connection, away, async () => authorizationOf(await providerOf(connection), request)),
    async finish(connection, response) {
      const provider = await reporting(parts.log, connection, away, () => providerOf(connection));
      return reporting(parts.log, connection, refused, () => identityIn(provider, response));
    },
  };
}

function discovered({ network, clock }: Parts, connection: SsoConnection): Promise<openid.Configuration> {
  const issuer = new URL(connection.issuer);
  const isPlain = issuer.protocol === 'http:' && network.isOperators(issuer);
  return openid.discovery(issuer, connection.client_id, undefined, authentication(connection.client_secret), {
    execute: [openid.enableNonRepudiationChecks, ...(isPlain ? [openid.allowInsecureRequests] : [])],
    [openid.customFetch]: async (url, { method, headers, body }) => {
      const { status, ...reply } = await exchange({
        vendor: 'The identity provider',
        method: method === 'POST' ? 'POST' : 'GET',
        url: new URL(url),
        headers,
        ...(body instanceof URLSearchParams && { body: body.toString() }),
        ...{ network, clock, timeoutMs: REQUEST_MS },
      });
      const type = reply.headers['content-type'];
      return new Response(reply.text === '' ? null : reply.text, {
        status,
        ...(type !== undefined && { headers: { 'content-type': type } }),
      });
    },
  });
}

/** In the body where the provider lists that, otherwise in the header, which is the standard's default. */
const authentication =
  (secret: string): openid.ClientAuth =>
  (server, ...request) => {
    const inBody = server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ?? false;
    (inBody ? openid.ClientSecretPost(secret) : openid.ClientSecretBasic(secret))(server, ...request);
  };

async function authorizationOf(
  provider: openid.Configuration,
  { redirectUri, email }: Parameters<IdentityProviders['begin']>[1],
): ReturnType<IdentityProviders['begin']> {
  const checks = {
    state: openid.randomState(),
    nonce: openid.randomNonce(),
    verifier: openid.randomPKCECodeVerifier(),
  };
  const url = openid.buildAuthorizationUrl(provider, {
    redirect_uri: redirectUri,
    scope: 'openid email',
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: 'S256',
    login_hint: email,
  });
  // Browsers run other schemes, such as javascript:, as a part of the page that opens them.
  if (!['https:', 'http:'].includes(url.protocol)) throw new Error('the authorization endpoint must be a web page');
  return { url: url.href, checks };
}

async function identityIn(
  provider: openid.Configuration,
  { redirectUri, query, checks }: Parameters<IdentityProviders['finish']>[1],
): ReturnType<IdentityProviders['finish']> {
  const url = new URL(redirectUri);
  url.search = query;
  const tokens = await openid.authorizationCodeGrant(provider, url, {
    pkceCodeVerifier: checks.verifier,
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error('the response has no ID token');
  requireOwnToken(claims, provider.clientMetadata().client_id);
  // Providers may leave the address to the userinfo endpoint: OpenID Connect Core 1.0, section 5.4.
  const { email, email_verified } =
    claims['email'] === undefined ? await openid.fetchUserInfo(provider, tokens.access_token, claims.sub) : claims;
  return {
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: email_verified === true,
  };
}

/** An ID token that the provider issued to another client, although we are in its audience. */
class ForeignToken extends Error {
  readonly code = 'ID token of another client';
}

/** OpenID Connect Core 1.0, section 3.1.3.7. The library looks at `azp` only where a token has several audiences. */
function requireOwnToken({ azp }: openid.IDToken, clientId: string): void {
  if (azp === undefined || azp === clientId) return;
  throw new ForeignToken(
    'The sign-on of your identity provider was issued to another application. Start again here; if this lasts, tell the admin of your identity provider.',
  );
}

/** Runs a step of a sign-on. Its failure is logged by code, because texts of a provider may repeat secrets. */
async function reporting<T>(
  log: Log,
  { issuer }: SsoConnection,
  errorOf: (cause: unknown) => DomainError,
  step: () => Promise<T>,
): Promise<T> {
  try {
    return await step();
  } catch (cause) {
    log.warn('single_sign_on.failed', { issuer, reason: failureIn(cause)?.message ?? codeOf(cause) });
    throw errorOf(cause);
  }
}

const away = (cause: unknown): DomainError =>
  unavailable('Your identity provider cannot be used now. If this lasts, tell the operator of this platform.', {
    cause,
  });

function refused(cause: unknown): DomainError {
  if (failureIn(cause)) return away(cause);
  if (cause instanceof ForeignToken) return unauthenticated(cause.message, { cause });
  return unauthenticated('The response of your identity provider is not valid. Start again.', { cause });
}

/** The failure to reach a provider, which the library wraps. */
function failureIn(error: unknown): VendorFailure | null {
  if (error instanceof VendorFailure) return error;
  return error instanceof Error && error.cause !== undefined ? failureIn(error.cause) : null;
}

function codeOf(error: unknown): string {
  if (error instanceof openid.ResponseBodyError || error instanceof openid.AuthorizationResponseError)
    return error.error;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'invalid response';
}

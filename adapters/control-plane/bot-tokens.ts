import { BoundedMap } from '../../application/bounded-map.ts';
import type { Clock } from '../../application/ports/clock.ts';
import { misconfigured, missing, unavailable } from '../../domain/errors.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import { requestJson } from '../lib/http-json.ts';

/** Spec: authentication rule 7. In milliseconds. */
const CACHED_MS = 25 * 60_000;
/** Most organisations with a cached token. The oldest is dropped first. */
const CACHED_MAX = 1_000;

/** Bot tokens, cached for 25 minutes per organisation. */
export interface BotTokens {
  /** The token of an organisation. Concurrent calls share one request. */
  of(orgId: string): Promise<string>;
  /** A token other than the refused one. Only the first call renews it. */
  renew(orgId: string, refused: string): Promise<string>;
}

interface CachedToken {
  readonly token: Promise<string>;
  readonly until: number;
}

/** Gets bot tokens from the API with the internal key. */
export function botTokens(settings: { apiBaseUrl: string; internalApiKey: string }, clock: Clock): BotTokens {
  const cache = new BoundedMap<string, CachedToken>(CACHED_MAX);

  function fetchToken(orgId: string): Promise<string> {
    const token = requestToken(settings, orgId);
    cache.set(orgId, { token, until: clock.monotonic() + CACHED_MS });
    // Failures are not cached.
    token.catch(() => cache.get(orgId)?.token === token && cache.delete(orgId));
    return token;
  }

  function current(orgId: string): Promise<string> | null {
    const cached = cache.get(orgId);
    return cached && clock.monotonic() < cached.until ? cached.token : null;
  }

  return {
    of: async (orgId) => current(orgId) ?? fetchToken(orgId),
    async renew(orgId, refused) {
      const cached = current(orgId);
      const token = await cached?.catch(() => refused);
      const isNewer = token !== undefined && token !== refused;
      // A concurrent call may have renewed it.
      if (isNewer) return token;
      return cached === current(orgId) || current(orgId) === null
        ? fetchToken(orgId)
        : (current(orgId) as Promise<string>);
    },
  };
}

async function requestToken(settings: { apiBaseUrl: string; internalApiKey: string }, orgId: string): Promise<string> {
  const { status, body } = await requestJson({
    method: 'POST',
    url: `${settings.apiBaseUrl}/users/bot/token`,
    headers: { 'x-api-key': settings.internalApiKey },
    body: { org_id: orgId },
    timeoutMs: TIMEOUTS_MS.control_plane,
  });
  if (status === 404) throw missing('Organisation');
  if (status === 401 || status === 422) throw misconfigured('The API refuses the runtime’s INTERNAL_API_KEY');
  const token = typeof body === 'object' && body !== null && 'access_token' in body ? body.access_token : undefined;
  if (status !== 200 || typeof token !== 'string')
    throw unavailable(`The API answered ${status} to a bot token request`);
  return token;
}

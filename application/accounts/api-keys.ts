import {
  API_KEYS_MAX,
  apiKeyPrincipal,
  apiKeyView,
  hasExpired,
  hasKeyShape,
  hintOf,
  isUseStale,
  keyOf,
  parseApiKey,
  type ApiKeyView,
  type NewApiKey,
} from '../../domain/accounts/api-key.ts';
import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { missing, unauthenticated } from '../../domain/errors.ts';
import { LimitedList } from '../limited-list.ts';
import type { ApiKeyRepository } from '../ports/api-keys.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';

/** Lists the API keys of the active organisation, newest first. */
export const listApiKeys =
  ({ apiKeys }: { apiKeys: ApiKeyRepository }) =>
  async (principal: Principal): Promise<readonly ApiKeyView[]> => {
    const { org_id } = allow(principal, 'api_keys.read');
    return (await apiKeys.list(org_id)).map(apiKeyView);
  };

interface CreatePorts {
  readonly apiKeys: ApiKeyRepository;
  readonly opaqueTokens: OpaqueTokens;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates an API key. Only this answer contains it. */
export const createApiKey = ({ apiKeys, opaqueTokens, ids, clock }: CreatePorts) => {
  const limited = new LimitedList(
    API_KEYS_MAX,
    `An organisation has at most ${API_KEYS_MAX} API keys: delete one that is not used`,
  );
  return async (principal: Principal, request: NewApiKey): Promise<ApiKeyView & { readonly key: string }> => {
    const creator = allow(principal, 'api_keys.write');
    const { org_id, email } = creator;
    const now = clock.now();
    const parsed = parseApiKey(request, creator, now);
    const key = keyOf(opaqueTokens.next());
    const stored = {
      ...{ key_id: ids.next(), org_id, ...parsed },
      ...{ digest: opaqueTokens.digest(key), hint: hintOf(key) },
      ...{ created_by: email, created_at: now.toISOString(), last_used_at: null },
    };
    await limited.add(org_id, {
      count: async () => (await apiKeys.list(org_id)).length,
      add: () => apiKeys.add(stored),
      remove: () => apiKeys.remove(org_id, stored.key_id),
    });
    return { ...apiKeyView(stored), key };
  };
};

/** Deletes an API key: requests that begin later are refused, on every replica. */
export const deleteApiKey =
  ({ apiKeys }: { apiKeys: ApiKeyRepository }) =>
  async (principal: Principal, keyId: string): Promise<void> => {
    const { org_id } = allow(principal, 'api_keys.write');
    if (!(await apiKeys.remove(org_id, keyId))) throw missing('API key');
  };

interface AuthenticatePorts {
  readonly apiKeys: ApiKeyRepository;
  readonly organisations: OrganisationRepository;
  readonly opaqueTokens: OpaqueTokens;
  readonly clock: Clock;
  readonly log: Log;
}

/** The principal of an API key. Rejects unknown, deleted and expired keys, and those of a deleted organisation. */
export const authenticateApiKey =
  ({ apiKeys, organisations, opaqueTokens, clock, log }: AuthenticatePorts) =>
  async (key: string): Promise<Principal> => {
    const stored = hasKeyShape(key) ? await apiKeys.findByDigest(opaqueTokens.digest(key)) : null;
    if (!stored) throw unauthenticated('Unknown or deleted API key');
    const now = clock.now();
    if (hasExpired(stored, now)) throw unauthenticated('The API key has expired');
    if (!(await organisations.find(stored.org_id))) throw unauthenticated('Organisation no longer exists');
    if (isUseStale(stored, now))
      await apiKeys.markUsed(stored.org_id, stored.key_id, now.toISOString()).catch((error: unknown) => {
        // A database that accepts no writes refuses no reads.
        log.warn('api_keys.use_not_stored', { key_id: stored.key_id, reason: String(error) });
      });
    return apiKeyPrincipal(stored);
  };

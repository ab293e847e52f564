import { forbidden, invalid } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { isScope, may, SCOPES, type OrganisationPrincipal, type Principal, type Scope } from './principal.ts';

/** A key with which programs use the API for an organisation. The key itself is not stored. */
export interface ApiKey {
  readonly key_id: string;
  readonly org_id: string;
  readonly name: string;
  /** Digest of the key. Never shown. */
  readonly digest: string;
  /** The last characters of the key, by which people recognise it. */
  readonly hint: string;
  readonly scopes: readonly Scope[];
  readonly created_by: string;
  readonly created_at: string;
  /** Null: never. */
  readonly expires_at: string | null;
  /** Exact to a minute. Null until it is used. */
  readonly last_used_at: string | null;
}

/** An API key as its organisation sees it. */
export type ApiKeyView = Omit<ApiKey, 'org_id' | 'digest'>;

/** A request for a key. */
export interface NewApiKey {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly expires_at?: string | null | undefined;
}

/** Maximum number of API keys of an organisation, expired ones included. */
export const API_KEYS_MAX = 100;

const PREFIX = 'vak_';
const SHAPE = /^vak_[\w-]{43}$/;
const NAME_MAX = 100;
const HINT_LENGTH = 4;
/** Time for which the last use of a key is not stored again, in ms. */
const USE_PRECISION_MS = 60_000;
/** Domain of the addresses under which API keys act. No account can have one: RFC 2606, section 2. */
const ADDRESS_DOMAIN = 'api-keys.invalid';

/** Whether a bearer token is meant as an API key. */
export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** Whether a token has the form of an API key. */
export const hasKeyShape = (token: string): boolean => SHAPE.test(token);

/** The key made of 32 random bytes in base64url. */
export const keyOf = (random: string): string => PREFIX + random;

export const hintOf = (key: string): string => key.slice(-HINT_LENGTH);

/** Validates a request for a key. A user can give a key only what they may do themselves. */
export function parseApiKey(request: NewApiKey, principal: OrganisationPrincipal, now: Date) {
  const name = request.name.trim();
  if (name === '' || name.length > NAME_MAX || !isPlainText(name))
    throw invalid(`name must be one line of 1 to ${NAME_MAX} characters`);
  return { name, scopes: parseScopes(request.scopes, principal), expires_at: parseExpiry(request.expires_at, now) };
}

function parseScopes(names: readonly string[], principal: OrganisationPrincipal): readonly Scope[] {
  if (names.length === 0) throw invalid('scopes must have at least one scope');
  const unknown = names.findIndex((name) => !isScope(name));
  if (unknown !== -1) throw invalid(`scopes[${unknown}] must be one of ${SCOPES.join(', ')}`);
  const scopes = SCOPES.filter((scope) => names.includes(scope));
  const missing = scopes.find((scope) => !may(principal, scope));
  if (missing) throw forbidden(`Your role does not permit ${missing}, so your API keys cannot have this scope`);
  return scopes;
}

function parseExpiry(value: string | null | undefined, now: Date): string | null {
  if (value === null || value === undefined) return null;
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) throw invalid('expires_at must be a date and time');
  if (time <= now) throw invalid('expires_at must be in the future');
  return time.toISOString();
}

export const hasExpired = ({ expires_at }: ApiKey, now: Date): boolean =>
  expires_at !== null && expires_at <= now.toISOString();

/** Whether the stored time of the last use is too old. */
export const isUseStale = ({ last_used_at }: ApiKey, now: Date): boolean =>
  last_used_at === null || now.getTime() - Date.parse(last_used_at) >= USE_PRECISION_MS;

/** Who acts with a key. Its scopes decide, not its role. */
export const apiKeyPrincipal = ({ key_id, org_id, scopes }: ApiKey): Principal => ({
  email: `${key_id}@${ADDRESS_DOMAIN}`,
  org_id,
  role: 'member',
  scopes,
});

/** Whether an address is reserved for API keys. */
export const isKeyAddress = (email: string): boolean => email.endsWith(`@${ADDRESS_DOMAIN}`);

export const apiKeyView = ({ org_id: _organisation, digest: _digest, ...view }: ApiKey): ApiKeyView => view;

import { forbidden, invalid, unauthenticated, type DomainError } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import { isUsableAddress, normaliseEmail } from './user.ts';
import { parsedJson } from '../unverified-json.ts';

/**
 * An organisation's OpenID provider, and the e-mail domains whose users it authenticates: the operator has declared them, or
 * the organisation has proven that the domain is its own.
 */
export interface SsoConnection {
  readonly org_id: string;
  readonly issuer: string;
  readonly client_id: string;
  readonly client_secret: string;
  /** In lower case. Each belongs to one connection, and subdomains are not included. */
  readonly domains: readonly string[];
  /** Whether passwords of addresses in these domains are refused. */
  readonly require_sso: boolean;
  /** What DNS must have when the connection binds an account. Absent: the operator vouches for its domains. */
  readonly proof?: DomainProof;
  /** Where its provider sends the browser, below the base URL of the console. Absent: where all others do. */
  readonly redirect_path?: string;
}

/** The TXT record that proves who owns a domain. */
export interface DomainProof {
  readonly name: string;
  readonly value: string;
}

/** The values of one sign-on that its response is checked against. */
export interface SsoChecks {
  readonly state: string;
  readonly nonce: string;
  /** The PKCE code verifier. */
  readonly verifier: string;
}

/** A sign-on in progress. The browser that started it keeps it, encrypted. */
export interface SsoFlow extends Pick<SsoConnection, 'issuer' | 'client_id'> {
  readonly kind: 'sso';
  readonly email: string;
  readonly checks: SsoChecks;
  readonly expires_at: string;
}

/** The user that an OpenID provider has authenticated. */
export interface SsoIdentity {
  /** The provider's id of the user, `sub`. It never changes, and no other user gets it. */
  readonly subject: string;
  readonly email: string | null;
  readonly emailVerified: boolean;
}

/** Time to log in at the OpenID provider. */
const FLOW_LIFETIME_MINUTES = 10;
const CONNECTIONS_MAX = 1_000;
const DOMAINS_MAX = 100;
const TEXT_MAX = 2_048;
const FIELDS = ['org_id', 'issuer', 'client_id', 'client_secret', 'domains', 'require_sso'];

/** Validates the operator's connections. An error names the field and not its value, which may be a secret. */
export function parseSsoConnections(input: unknown): readonly SsoConnection[] {
  if (!Array.isArray(input) || input.length > CONNECTIONS_MAX)
    throw invalid(`must be a list of at most ${CONNECTIONS_MAX} connections`);
  const connections = input.map((entry: unknown, place) => parseConnection(entry, `[${place}]`));
  const domains = connections.flatMap((connection) => connection.domains);
  const repeated = domains.find((domain, place) => domains.indexOf(domain) !== place);
  if (repeated !== undefined) throw invalid(`domains must not repeat ${repeated}`);
  return connections;
}

function parseConnection(input: unknown, at: string): SsoConnection {
  if (typeof input !== 'object' || input === null) throw invalid(`${at} must be a connection`);
  const entry = input as Readonly<Record<string, unknown>>;
  if (Object.keys(entry).some((name) => !FIELDS.includes(name)))
    throw invalid(`${at} may only have the fields ${FIELDS.join(', ')}`);
  const { require_sso = false } = entry;
  if (typeof require_sso !== 'boolean') throw invalid(`${at}.require_sso must be true or false`);
  return {
    org_id: textIn(entry, 'org_id', `${at}.`),
    issuer: issuerIn(entry, `${at}.`),
    client_id: textIn(entry, 'client_id', `${at}.`),
    client_secret: textIn(entry, 'client_secret', `${at}.`),
    domains: domainsIn(entry, at),
    require_sso,
  };
}

/** A field of a connection that is a text. `before` is what the error says before its name. */
export function textIn(entry: Readonly<Record<string, unknown>>, name: string, before: string): string {
  const value = entry[name];
  if (typeof value === 'string' && value !== '' && value.length <= TEXT_MAX && isPlainText(value)) return value;
  throw invalid(`${before}${name} must be a text of one line`);
}

/** The issuer of a connection. */
export function issuerIn(entry: Readonly<Record<string, unknown>>, before: string): string {
  const text = textIn(entry, 'issuer', before);
  const url = URL.canParse(text) ? new URL(text) : null;
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url && isHttp && url.username + url.password === '' && url.search === '' && url.hash === '') return text;
  throw invalid(
    `${before}issuer must be a URL without a user, a query and a fragment, such as https://login.example.com`,
  );
}

function domainsIn({ domains }: Readonly<Record<string, unknown>>, at: string): readonly string[] {
  const isList = Array.isArray(domains) && domains.length > 0 && domains.length <= DOMAINS_MAX;
  if (!isList) throw invalid(`${at}.domains must be a list of 1 to ${DOMAINS_MAX} domains`);
  return domains.map((domain: unknown, place) => domainIn(domain, `${at}.domains[${place}]`));
}

/** A domain of addresses, in lower case. `path` is what the error calls it. */
export function domainIn(domain: unknown, path: string): string {
  const isDomain = typeof domain === 'string' && isUsableAddress(`a@${domain}`);
  if (!isDomain) throw invalid(`${path} must be a domain such as example.com`);
  return normaliseEmail(domain);
}

/** The whole domain of an address. */
export function domainOf(address: string): string {
  const email = normaliseEmail(address);
  return email.slice(email.lastIndexOf('@') + 1);
}

/** The connection of an address, by its whole domain. */
export function connectionFor(connections: readonly SsoConnection[], address: string): SsoConnection | null {
  const domain = domainOf(address);
  return connections.find(({ domains }) => domains.includes(domain)) ?? null;
}

/** Rejects a password of an address that has to use single sign-on. */
export function refusePasswordOf(connections: readonly SsoConnection[], address: string): void {
  if (connectionFor(connections, address)?.require_sso)
    throw forbidden('Your organisation requires single sign-on. Continue with single sign-on instead of a password.');
}

/** Starts a sign-on of an address. */
export const newSsoFlow = (
  email: string,
  { issuer, client_id }: SsoConnection,
  checks: SsoChecks,
  now: Date,
): SsoFlow => ({
  kind: 'sso',
  email,
  issuer,
  client_id,
  checks,
  expires_at: new Date(now.getTime() + FLOW_LIFETIME_MINUTES * 60_000).toISOString(),
});

/** The sign-on in a decrypted text. Null for any other text and after its time. */
export function readSsoFlow(text: string, now: Date): SsoFlow | null {
  const flow = parsedJson(text) as Partial<SsoFlow> | null | undefined;
  return flow?.kind === 'sso' && now.toISOString() < (flow.expires_at ?? '') ? (flow as SsoFlow) : null;
}

/** Whether a sign-on began with this connection. */
export const isFlowOf = (connection: SsoConnection, flow: SsoFlow): boolean =>
  connection.issuer === flow.issuer && connection.client_id === flow.client_id;

/** The refusal of a sign-on whose account is bound to another user of the same provider. */
export const boundToAnother = (): DomainError =>
  forbidden(
    'Your account is bound to another user of your identity provider. If the address is yours, set a new password with ' +
      '“Forgot password”: that releases the account for your next log-in.',
  );

/** The refusal of a sign-on that would bind an account while nothing shows who owns the domain. */
export const domainUnproven = ({ name }: DomainProof): DomainError =>
  forbidden(
    `The TXT record at ${name} is gone, so no new log-in is accepted. Ask an admin of your organisation to publish it.`,
  );

const REDIRECT_PATH = '/sso';

/** A redirect path of the connection of this domain alone. */
export const redirectPathOf = (domain: string): string => `${REDIRECT_PATH}/${encodeURIComponent(domain)}`;

/** Where a provider sends the browser. */
export const redirectUriOf = (
  publicAppUrl: string,
  { redirect_path: path }: Pick<SsoConnection, 'redirect_path'>,
): string => publicAppUrl + (path ?? REDIRECT_PATH);

/**
 * Rejects a response with which the browser came back elsewhere than to the redirect URI of the connection: a provider may have
 * sent it on to another one, whose code it would get (mix-up, RFC 9700, section 4.4). Absent: to the shared redirect URI. Their
 * paths tell connections apart: proxies may have changed scheme and host on the way.
 */
export function requireReturn(expected: string, shared: string, returnedTo = shared): void {
  if (!URL.canParse(returnedTo) || pathOf(returnedTo) !== pathOf(expected))
    throw unauthenticated('The browser came back from another identity provider than it was sent to. Start again.');
}

const pathOf = (uri: string): string => new URL(uri).pathname.replace(/\/$/, '');

/** Rejects an identity whose verified address is not the one that the sign-on began with. */
export function requireIdentity({ email }: SsoFlow, identity: SsoIdentity): void {
  if (identity.email === null || !identity.emailVerified)
    throw forbidden('Your identity provider does not confirm your e-mail address (email_verified).');
  if (normaliseEmail(identity.email) !== email)
    throw forbidden('You logged in at your identity provider with another address than the one you entered.');
}

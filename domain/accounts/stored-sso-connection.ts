import { readAll } from '../agents/json-readers.ts';
import { ENCRYPTED } from '../credentials/provider-auth.ts';
import { failed, invalid } from '../errors.ts';
import { isEncrypted } from '../providers/hosts.ts';
import { domainIn, issuerIn, textIn, type DomainProof, type SsoConnection } from './single-sign-on.ts';

/** A connection that admins of an organisation have created. It decides no log-in until its domain is verified. */
export interface StoredSsoConnection {
  readonly connection_id: string;
  readonly org_id: string;
  readonly issuer: string;
  readonly client_id: string;
  /** Encrypted. Never shown. */
  readonly client_secret: string;
  readonly domain: string;
  /** What the TXT record of the domain must contain: another one for each connection. */
  readonly challenge: string;
  /** The domain, once the record was found: one connection at a time has it, among all organisations. */
  readonly verified_domain: string | null;
  readonly verified_at: string | null;
  /** Where the provider sends the browser. Absent in connections of earlier releases: where all others do. */
  readonly redirect_path?: string;
  readonly created_by: string;
  readonly created_at: string;
}

/** A request for a connection. */
export type NewSsoConnection = Pick<StoredSsoConnection, 'issuer' | 'client_id' | 'client_secret' | 'domain'>;

/** A connection as admins see it. */
export type SsoConnectionView = Omit<
  StoredSsoConnection,
  'org_id' | 'client_secret' | 'challenge' | 'verified_domain' | 'redirect_path'
> & {
  readonly txt_record: DomainProof;
  /** To be registered at the provider. */
  readonly redirect_uri: string;
};

/** Connections of an organisation, unverified ones included. */
export const SSO_CONNECTIONS_MAX = 10;

const RECORD_LABEL = '_voice-platform-challenge';
const RECORD_PREFIX = 'voice-platform-verification=';

/**
 * Validates a request and reports every problem at once, without the secret. The platform requests the issuer, so it must
 * be encrypted, unless the operator has listed the server.
 */
export const parseStoredConnection = (
  request: NewSsoConnection,
  isOperators: (address: URL) => boolean,
): NewSsoConnection =>
  readAll({
    issuer: () => reachable(issuerIn(request, ''), isOperators),
    client_id: () => textIn(request, 'client_id', ''),
    client_secret: () => textIn(request, 'client_secret', ''),
    domain: () => domainIn(request.domain, 'domain'),
  });

function reachable(issuer: string, isOperators: (address: URL) => boolean): string {
  const url = new URL(issuer);
  if (isOperators(url) || isEncrypted(url)) return issuer;
  throw invalid('issuer must begin with https, unless the operator lists it in LOCAL_UPSTREAMS');
}

/** The record that the owner of the domain publishes. */
export const proofOf = ({ domain, challenge }: Pick<StoredSsoConnection, 'domain' | 'challenge'>): DomainProof => ({
  name: `${RECORD_LABEL}.${domain}`,
  value: RECORD_PREFIX + challenge,
});

/** Whether these texts of the record's name prove the domain. */
export const isProven = ({ value }: DomainProof, texts: readonly string[]): boolean =>
  texts.some((text) => text.trim() === value);

/** Encrypts the secret of a client for storage. */
export const sealedClientSecret = (secret: string, encrypt: (text: string) => string): string =>
  ENCRYPTED + encrypt(secret);

/** A verified connection as log-ins use it. Passwords continue to work beside it. */
export function openedConnection(
  { org_id, issuer, client_id, client_secret, domain, challenge, redirect_path }: StoredSsoConnection,
  decrypt: (token: string) => string | null,
): SsoConnection {
  const secret = decrypt(client_secret.slice(ENCRYPTED.length));
  if (secret === null)
    throw failed('The client secret of this connection cannot be decrypted: create the connection again');
  const proof = proofOf({ domain, challenge });
  const known = { org_id, issuer, client_id, client_secret: secret, domains: [domain], require_sso: false, proof };
  return redirect_path === undefined ? known : { ...known, redirect_path };
}

/** A connection without its secret. */
export const connectionView = (
  {
    org_id: _organisation,
    client_secret: _secret,
    challenge,
    verified_domain: _verified,
    redirect_path: _path,
    ...view
  }: StoredSsoConnection,
  redirectUri: string,
): SsoConnectionView => ({
  ...view,
  txt_record: proofOf({ domain: view.domain, challenge }),
  redirect_uri: redirectUri,
});

import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  connectionFor,
  domainOf,
  redirectPathOf,
  redirectUriOf,
  type SsoConnection,
} from '../../domain/accounts/single-sign-on.ts';
import {
  connectionView,
  isProven,
  openedConnection,
  parseStoredConnection,
  proofOf,
  sealedClientSecret,
  SSO_CONNECTIONS_MAX,
  type NewSsoConnection,
  type SsoConnectionView,
  type StoredSsoConnection,
} from '../../domain/accounts/stored-sso-connection.ts';
import { startedEvent, type Origin } from '../../domain/audit/event.ts';
import { duplicate, missing, rejected } from '../../domain/errors.ts';
import { LimitedList } from '../limited-list.ts';
import type { AuditEventRepository } from '../ports/audit-events.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { DomainRecords } from '../ports/domain-records.ts';
import type { Ids } from '../ports/ids.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { SsoConnectionRepository } from '../ports/sso-connections.ts';
import { requirePublic } from '../private-servers.ts';

interface Ports {
  readonly storedSsoConnections: SsoConnectionRepository;
  /** Base URL of the web console, to which OpenID providers send the browser back. */
  readonly publicAppUrl: string;
}

const viewOf = ({ publicAppUrl }: Pick<Ports, 'publicAppUrl'>, connection: StoredSsoConnection): SsoConnectionView =>
  connectionView(connection, redirectUriOf(publicAppUrl, connection));

/** What tells which connection decides a log-in. */
export interface ConnectionPorts extends Pick<Ports, 'storedSsoConnections'> {
  /** Those of the operator's file. */
  readonly ssoConnections: readonly SsoConnection[];
  readonly cipher: Cipher;
}

/** The connection that decides the log-ins of an address: the operator's, else one whose domain is verified. */
export async function decidingConnection(
  { ssoConnections, storedSsoConnections, cipher }: ConnectionPorts,
  email: string,
): Promise<SsoConnection | null> {
  const declared = connectionFor(ssoConnections, email);
  if (declared) return declared;
  const stored = await storedSsoConnections.ofDomain(domainOf(email));
  return stored && openedConnection(stored, cipher.decrypt);
}

/** Whether any organisation has single sign-on. */
export const hasSingleSignOn =
  ({ ssoConnections, storedSsoConnections }: Omit<ConnectionPorts, 'cipher'>) =>
  async (): Promise<boolean> =>
    ssoConnections.length > 0 || storedSsoConnections.anyVerified();

/** Lists the connections of the active organisation, newest first. */
export const listSsoConnections =
  (ports: Ports) =>
  async (principal: Principal): Promise<readonly SsoConnectionView[]> => {
    const { org_id } = allow(principal, 'sso.read');
    return (await ports.storedSsoConnections.list(org_id)).map((each) => viewOf(ports, each));
  };

interface CreatePorts extends ConnectionPorts, Ports {
  readonly operatorServers: OperatorServers;
  readonly opaqueTokens: OpaqueTokens;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** Creates a connection. It decides nothing until its domain is verified. */
export const createSsoConnection = (ports: CreatePorts) => {
  const { storedSsoConnections, operatorServers, opaqueTokens, cipher, ids, clock } = ports;
  const limited = new LimitedList(
    SSO_CONNECTIONS_MAX,
    `An organisation has at most ${SSO_CONNECTIONS_MAX} connections: delete one that is not used`,
  );
  return async (principal: Principal, request: NewSsoConnection): Promise<SsoConnectionView> => {
    const { org_id, email } = allow(principal, 'sso.write');
    const parsed = parseStoredConnection(request, (address) => operatorServers.includes(address));
    requirePublic(operatorServers, parsed.issuer, 'issuer');
    requireUndeclared(ports, parsed.domain);
    const connection: StoredSsoConnection = {
      ...{ connection_id: ids.next(), org_id, ...parsed },
      client_secret: sealedClientSecret(parsed.client_secret, cipher.encrypt),
      ...{ challenge: opaqueTokens.next(), verified_domain: null, verified_at: null },
      redirect_path: redirectPathOf(parsed.domain),
      ...{ created_by: email, created_at: clock.now().toISOString() },
    };
    await limited.add(org_id, {
      count: async () => (await storedSsoConnections.list(org_id)).length,
      add: () => storedSsoConnections.add(connection),
      remove: () => storedSsoConnections.remove(org_id, connection.connection_id),
    });
    return viewOf(ports, connection);
  };
};

/** The operator's file decides. */
function requireUndeclared({ ssoConnections }: Pick<ConnectionPorts, 'ssoConnections'>, domain: string): void {
  if (connectionFor(ssoConnections, `a@${domain}`))
    throw duplicate('The operator of this platform has declared a connection of this domain: ask them to remove it');
}

interface VerifyPorts extends Ports, Pick<ConnectionPorts, 'ssoConnections'> {
  readonly domainRecords: DomainRecords;
  readonly auditEvents: Pick<AuditEventRepository, 'add' | 'recordOutcome'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Verifies the domain of a connection by its TXT record. From then on the connection decides log-ins. A connection of
 * another organisation loses the domain if its own record is gone, as after a sale, and its audit trail says so.
 */
export const verifySsoConnection =
  (ports: VerifyPorts) =>
  async (
    principal: Principal,
    connectionId: string,
    origin: Pick<Origin, 'request_id'>,
  ): Promise<SsoConnectionView> => {
    const { org_id } = allow(principal, 'sso.write');
    const { storedSsoConnections, domainRecords, clock } = ports;
    const connection = await storedSsoConnections.find(org_id, connectionId);
    if (!connection) throw missing('Connection');
    if (connection.verified_at !== null) return viewOf(ports, connection);
    const { domain } = connection;
    requireUndeclared(ports, domain);
    const proof = proofOf(connection);
    const texts = await domainRecords.texts(proof.name);
    if (!isProven(proof, texts))
      throw rejected(
        `Publish a TXT record at ${proof.name} with the value ${proof.value}, and try again: it can take an hour`,
      );
    const holder = await storedSsoConnections.ofDomain(domain);
    if (holder && !isProven(proofOf(holder), texts)) await takeDomain(ports, holder, origin);
    const verified = await storedSsoConnections.verify(org_id, connectionId, domain, clock.now().toISOString());
    if (verified === null) throw missing('Connection');
    if (verified === 'taken')
      throw duplicate(`Another connection has the domain ${domain}: remove its TXT record, then verify this one again`);
    return viewOf(ports, verified);
  };

/** Takes the domain from its connection. Who caused it is not for the organisation that loses it. */
async function takeDomain(
  { storedSsoConnections, auditEvents, ids, clock }: VerifyPorts,
  { org_id, connection_id }: StoredSsoConnection,
  { request_id }: Pick<Origin, 'request_id'>,
): Promise<void> {
  const loss = { action: 'sso_connection.lose_domain', target_id: connection_id } as const;
  const event = startedEvent(ids.next(), loss, { email: null, org_id }, { address: null, request_id }, clock.now());
  await auditEvents.add(event);
  await storedSsoConnections.unverify(org_id, connection_id);
  await auditEvents.recordOutcome(event.event_id, 'done');
}

/** Deletes a connection. Log-ins that are under way end; sessions stay. */
export const deleteSsoConnection =
  ({ storedSsoConnections }: Pick<Ports, 'storedSsoConnections'>) =>
  async (principal: Principal, connectionId: string): Promise<void> => {
    const { org_id } = allow(principal, 'sso.write');
    if (!(await storedSsoConnections.remove(org_id, connectionId))) throw missing('Connection');
  };

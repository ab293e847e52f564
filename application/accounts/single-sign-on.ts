import {
  boundToAnother,
  domainUnproven,
  isFlowOf,
  newSsoFlow,
  readSsoFlow,
  redirectUriOf,
  requireIdentity,
  requireReturn,
  type SsoConnection,
  type SsoFlow,
  type SsoIdentity,
} from '../../domain/accounts/single-sign-on.ts';
import { isProven } from '../../domain/accounts/stored-sso-connection.ts';
import { emailAddress, hashedPart, isConfirmed, type User } from '../../domain/accounts/user.ts';
import type { Actor } from '../../domain/audit/event.ts';
import { missing, unauthenticated } from '../../domain/errors.ts';
import type { DomainRecords } from '../ports/domain-records.ts';
import type { IdentityProviders } from '../ports/identity-providers.ts';
import type { OpaqueTokens } from '../ports/opaque-tokens.ts';
import type { Passwords } from '../ports/passwords.ts';
import { openSession, type Session, type SessionPorts } from './open-session.ts';
import { decidingConnection, type ConnectionPorts } from './sso-connections.ts';

type FlowPorts = Pick<SessionPorts, 'clock'> & ConnectionPorts;

interface SignOnPorts extends Pick<SessionPorts, 'clock'>, ConnectionPorts {
  readonly identityProviders: IdentityProviders;
  /** Base URL of the web console, to which OpenID providers send the browser back. */
  readonly publicAppUrl: string;
}

interface FinishPorts extends SessionPorts, SignOnPorts {
  readonly passwords: Passwords;
  readonly opaqueTokens: OpaqueTokens;
  readonly domainRecords: DomainRecords;
}

/** A sign-on in progress, for the browser that started it. */
export interface StartedSignOn {
  readonly authorization_url: string;
  /** Opaque, and needed to finish the sign-on. */
  readonly flow: string;
}

export interface SsoResponse {
  readonly flow: string;
  /** The query of the address to which the OpenID provider sent the browser. */
  readonly response: string;
  /** That address without its query. Absent: the redirect URI that connections share. */
  readonly redirect_uri?: string;
}

/** The redirect URI of connections without one of their own. That of others begins with it. */
export const signOnRedirectUri =
  ({ publicAppUrl }: Pick<SignOnPorts, 'publicAppUrl'>) =>
  (): string =>
    redirectUriOf(publicAppUrl, {});

/** Starts a sign-on at the OpenID provider of the address's domain. Nothing is stored: any replica can finish it. */
export const startSingleSignOn =
  (ports: SignOnPorts) =>
  async (request: { email: string }): Promise<StartedSignOn> => {
    const email = emailAddress(request.email);
    const connection = await decidingConnection(ports, email);
    if (!connection) throw missing('Single sign-on for this address', 'log in with your password');
    const { url, checks } = await ports.identityProviders.begin(connection, {
      redirectUri: redirectUriOf(ports.publicAppUrl, connection),
      email,
    });
    const flow = newSsoFlow(email, connection, checks, ports.clock.now());
    return { authorization_url: url, flow: ports.cipher.encrypt(JSON.stringify(flow)) };
  };

/**
 * Opens a session in the connection's organisation for the user that its OpenID provider has authenticated. Creates the
 * account and the membership if they do not exist. The first sign-on binds the account to the provider's user: a person who
 * gets the address later is another user there, and is refused.
 */
export const finishSingleSignOn =
  (ports: FinishPorts) =>
  async ({ flow: token, response: query, redirect_uri: returnedTo }: SsoResponse): Promise<Session> => {
    const flow = flowIn(ports, token);
    const connection = flow && (await connectionOf(ports, flow));
    if (!connection || !(await ports.organisations.find(connection.org_id)))
      throw unauthenticated('This sign-on has expired or was started elsewhere. Start again.');
    const redirectUri = redirectUriOf(ports.publicAppUrl, connection);
    requireReturn(redirectUri, redirectUriOf(ports.publicAppUrl, {}), returnedTo);
    const response = { redirectUri, query, checks: flow.checks };
    const identity = await ports.identityProviders.finish(connection, response);
    requireIdentity(flow, identity);
    const user = await admit(ports, flow.email, connection, identity);
    // The active organisation of this session, not the user's default one.
    return openSession(ports)({ ...user, default_org_id: connection.org_id }, 'Login successful');
  };

/** The address and the organisation of a sign-on, for the audit trail. Nulls when it is not valid. */
export const identifySignOn =
  (ports: FlowPorts) =>
  async (token: string): Promise<Actor> => {
    const flow = flowIn(ports, token);
    const connection = flow && (await connectionOf(ports, flow));
    return connection ? { email: flow.email, org_id: connection.org_id } : { email: null, org_id: null };
  };

/** The connection that a sign-on began with, if it still decides unchanged. */
async function connectionOf(ports: ConnectionPorts, flow: SsoFlow): Promise<SsoConnection | null> {
  const connection = await decidingConnection(ports, flow.email);
  return connection && isFlowOf(connection, flow) ? connection : null;
}

function flowIn({ cipher, clock }: FlowPorts, token: string): SsoFlow | null {
  const text = cipher.decrypt(token);
  return text === null ? null : readSsoFlow(text, clock.now());
}

/**
 * Returns the account of an authenticated address. Creates the account and the membership if they do not exist. The
 * creator of an unconfirmed account knows its password and may have sessions: both end before the membership is written.
 */
async function admit(
  ports: FinishPorts,
  email: string,
  connection: SsoConnection,
  { subject }: SsoIdentity,
): Promise<User> {
  const { org_id: orgId, issuer } = connection;
  await requireProof(ports, email, connection, subject);
  const now = ports.clock.now().toISOString();
  const user = await confirmedUser(ports, { email, created_at: now, default_org_id: orgId });
  if (!(await ports.users.bindIdentity(email, issuer, subject))) throw boundToAnother();
  await ports.memberships.add({ email, org_id: orgId, role: 'member', created_at: now });
  return user;
}

/**
 * Refuses to bind an account while the domain is not proven: it may have another owner by now, whose people have accounts
 * with its addresses. Those that the connection has bound were its own.
 */
async function requireProof(
  { users, domainRecords }: FinishPorts,
  email: string,
  { issuer, proof }: SsoConnection,
  subject: string,
): Promise<void> {
  if (!proof) return;
  const user = await users.find(email);
  if (user?.sso_issuer === issuer && user.sso_subject === subject) return;
  if (!isProven(proof, await domainRecords.texts(proof.name))) throw domainUnproven(proof);
}

async function confirmedUser(
  { users, passwords, opaqueTokens }: FinishPorts,
  newcomer: Pick<User, 'email' | 'created_at' | 'default_org_id'>,
): Promise<User> {
  const { email } = newcomer;
  const known = await users.find(email);
  if (known && isConfirmed(known)) return known;
  // A password that is not known to anyone. A mailed link can replace it.
  const password = await passwords.hash(hashedPart(opaqueTokens.next()));
  if (!(await users.add({ ...newcomer, password, last_logged_in_at: null, unconfirmed: null }))) {
    await users.endSessions(email, { password, unconfirmed: null });
    await users.update(email, { default_org_id: newcomer.default_org_id });
  }
  const user = await users.find(email);
  if (!user) throw unauthenticated('This account was removed during the log-in. Start again.');
  return user;
}

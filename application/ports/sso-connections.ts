import type { StoredSsoConnection } from '../../domain/accounts/stored-sso-connection.ts';

/** For storing connections to OpenID providers. */
export interface SsoConnectionRepository {
  add(connection: StoredSsoConnection): Promise<void>;
  find(orgId: string, connectionId: string): Promise<StoredSsoConnection | null>;
  /** An organisation's connections, newest first. */
  list(orgId: string): Promise<readonly StoredSsoConnection[]>;
  /** The verified connection of a domain, of whichever organisation. */
  ofDomain(domain: string): Promise<StoredSsoConnection | null>;
  /** Whether any connection is verified. */
  anyVerified(): Promise<boolean>;
  /** Verifies the domain of a connection. Null when it was removed, `taken` while another connection has the domain. */
  verify(
    orgId: string,
    connectionId: string,
    domain: string,
    at: string,
  ): Promise<StoredSsoConnection | null | 'taken'>;
  /** Takes the domain from a connection, which stays. */
  unverify(orgId: string, connectionId: string): Promise<void>;
  /** Removes a connection and returns whether it existed. */
  remove(orgId: string, connectionId: string): Promise<boolean>;
  /** Removes all connections of an organisation. */
  removeAll(orgId: string): Promise<void>;
}

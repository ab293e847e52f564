import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';

export type AllowedHosts = Required<Pick<ProviderAuth, 'allowed_hosts' | 'updated_at'>>;

/** For storing encrypted credentials, one document per organisation and provider. */
export interface ProviderAuthRepository extends CredentialIndex {
  /**
   * Stores or replaces and returns the result. A replacement keeps `created_at` and the allowed hosts, also under a
   * race.
   */
  put(auth: ProviderAuth): Promise<ProviderAuth>;
  find(orgId: string, provider: string): Promise<ProviderAuth | null>;
  /** Changes the hosts that the stored credentials may be sent to. Null when there are none. */
  allowHosts(orgId: string, provider: string, change: AllowedHosts): Promise<ProviderAuth | null>;
  /** Removes a provider's credentials and returns whether they existed. */
  remove(orgId: string, provider: string): Promise<boolean>;
}

/** For reading which providers an organisation has credentials for, without the credentials. */
export interface CredentialIndex {
  /** Ids of the providers with stored credentials. */
  configured(orgId: string): Promise<ReadonlySet<string>>;
  /** The hosts allowed by an admin for a provider; null without stored credentials. */
  allowedHosts(orgId: string, provider: string): Promise<readonly string[] | null>;
}

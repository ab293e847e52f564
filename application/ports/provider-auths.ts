import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';

export type AllowedHosts = Required<Pick<ProviderAuth, 'allowed_hosts' | 'updated_at'>>;

/** For keeping credentials in their stored form, one per organisation and provider. */
export interface ProviderAuthRepository extends CredentialIndex {
  /**
   * Stores or replaces, and answers what stands there now. What was replaced passes on its `created_at` and its allowed
   * hosts, also under a race.
   */
  put(auth: ProviderAuth): Promise<ProviderAuth>;
  find(orgId: string, provider: string): Promise<ProviderAuth | null>;
  /** Changes which hosts the stored credentials may be sent to. Null when there are none. */
  allowHosts(orgId: string, provider: string, change: AllowedHosts): Promise<ProviderAuth | null>;
  /** Removes what is stored for a provider and answers whether anything was. */
  remove(orgId: string, provider: string): Promise<boolean>;
}

/** For knowing which providers an organisation has stored credentials for, without seeing them. */
export interface CredentialIndex {
  /** Ids of the providers with stored credentials. */
  configured(orgId: string): Promise<ReadonlySet<string>>;
  /** The hosts that an admin has allowed for a provider; null without stored credentials. */
  allowedHosts(orgId: string, provider: string): Promise<readonly string[] | null>;
}

/** For knowing which providers an organisation has stored credentials for, without seeing them. */
export interface CredentialIndex {
  /** Ids of the providers with stored credentials. */
  configured(orgId: string): Promise<ReadonlySet<string>>;
  /** The hosts that an admin has allowed for a provider; null without stored credentials. */
  allowedHosts(orgId: string, provider: string): Promise<readonly string[] | null>;
}

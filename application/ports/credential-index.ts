/** For knowing which providers an organisation has stored credentials for, without seeing them. */
export interface CredentialIndex {
  /** Ids of the providers with stored credentials. */
  configured(orgId: string): Promise<ReadonlySet<string>>;
}

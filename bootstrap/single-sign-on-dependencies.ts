import type { DomainRecords } from '../application/ports/domain-records.ts';
import type { IdentityProviders } from '../application/ports/identity-providers.ts';
import type { SsoConnectionRepository } from '../application/ports/sso-connections.ts';
import type { SsoConnection } from '../domain/accounts/single-sign-on.ts';
import type { SsoConnections } from './sso-connections.ts';

/** The dependencies of single sign-on. */
export interface SingleSignOnDependencies {
  /** The operator's connections to OpenID providers. */
  ssoConnections: readonly SsoConnection[];
  /** The file that has them. */
  ssoFile: SsoConnections;
  /** The connections that admins create. */
  storedSsoConnections: SsoConnectionRepository;
  domainRecords: DomainRecords;
  identityProviders: IdentityProviders;
}

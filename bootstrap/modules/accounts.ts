import { ContainerModule } from 'inversify';
import { dnsRecords } from '../../adapters/domain-records/dns.ts';
import { openidProviders } from '../../adapters/identity-providers/openid-client.ts';
import { network } from '../../adapters/lib/network.ts';
import { accountUseCases } from '../../application/accounts/index.ts';
import { auditUseCases } from '../../application/audit/index.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { organisationUseCases } from '../../application/organisations/index.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';
import { SsoConnections } from '../sso-connections.ts';

/** Use cases of accounts, members, organisations and the audit trail. */
export const accountsModule = ({
  access,
  ssoConnections,
  ssoConnectionsFile,
  upstreams,
}: Pick<Config, 'access' | 'ssoConnections' | 'ssoConnectionsFile' | 'upstreams'>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('signUpPolicy', () => access.signUp);
    has('confirmationPolicy', () => access);
    has('ssoFile', ({ log }) => new SsoConnections(ssoConnections, ssoConnectionsFile, log), 'log');
    has('ssoConnections', ({ ssoFile }) => ssoFile.all, 'ssoFile');
    has('identityProviders', (ports) => openidProviders({ ...ports, network: network(upstreams) }), 'clock', 'log');
    has('domainRecords', () => dnsRecords());
    has('invitationsPerDay', () => access.invitationsPerDay);
    has(
      'accountUseCases',
      accountUseCases,
      'auditEvents',
      ...(['users', 'organisations', 'memberships'] as const),
      ...(['passwordResets', 'apiKeys', 'passwords'] as const),
      'tokens',
      'opaqueTokens',
      ...(['mailer', 'mailQueue', 'publicAppUrl', 'signUpPolicy', 'confirmationPolicy'] as const),
      ...(['ssoConnections', 'storedSsoConnections', 'domainRecords', 'identityProviders'] as const),
      ...(['operatorServers', 'cipher'] as const),
      'ids',
      'clock',
      'log',
    );
    has(
      'memberUseCases',
      memberUseCases,
      ...(['users', 'organisations', 'memberships'] as const),
      'passwords',
      'confirmationPolicy',
      'dailyCounts',
      'invitationsPerDay',
      'clock',
    );
    has('auditUseCases', auditUseCases, 'auditEvents', 'ids', 'clock', 'log');
    has(
      'organisationUseCases',
      organisationUseCases,
      ...(['users', 'organisations', 'memberships'] as const),
      'toolSecrets',
      'apiKeys',
      ...(['storedSsoConnections', 'eventEndpoints', 'confirmationPolicy', 'quotas', 'retention', 'clock'] as const),
    );
  });

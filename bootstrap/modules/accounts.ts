import { ContainerModule } from 'inversify';
import { accountUseCases } from '../../application/accounts/index.ts';
import { auditUseCases } from '../../application/audit/index.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { organisationUseCases } from '../../application/organisations/index.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Use cases of accounts, members, organisations and the audit trail. */
export const accountsModule = (access: Config['access']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('signUpPolicy', () => access.signUp);
    has('confirmationPolicy', () => access);
    has('invitationsPerDay', () => access.invitationsPerDay);
    has(
      'accountUseCases',
      accountUseCases,
      'users',
      'organisations',
      'memberships',
      ...(['passwordResets', 'apiKeys', 'passwords'] as const),
      'tokens',
      'opaqueTokens',
      'mailer',
      'mailQueue',
      'publicAppUrl',
      'signUpPolicy',
      'confirmationPolicy',
      'ids',
      'clock',
      'log',
    );
    has(
      'memberUseCases',
      memberUseCases,
      'users',
      'organisations',
      'memberships',
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
      'users',
      'organisations',
      'memberships',
      'toolSecrets',
      'apiKeys',
      ...(['confirmationPolicy', 'quotas', 'retention', 'clock'] as const),
    );
  });

import { ContainerModule } from 'inversify';
import { accountUseCases } from '../../application/accounts/index.ts';
import { agentUseCases } from '../../application/agents/index.ts';
import { callUseCases } from '../../application/calls/index.ts';
import { catalogueUseCases } from '../../application/catalogue/index.ts';
import { credentialUseCases } from '../../application/credentials/index.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { organisationUseCases } from '../../application/organisations/index.ts';
import type { Config } from '../config.ts';
import { provide } from '../registry.ts';

/** The use cases of the control plane. */
export const controlModule = (limits: Config['limits']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('limits', () => limits);
    has(
      'accountUseCases',
      accountUseCases,
      'users',
      'organisations',
      'memberships',
      'passwordResets',
      'passwords',
      'tokens',
      'resetTokens',
      'mailer',
      'publicAppUrl',
      'ids',
      'clock',
      'log',
    );
    has('memberUseCases', memberUseCases, 'users', 'organisations', 'memberships', 'passwords', 'clock');
    has('organisationUseCases', organisationUseCases, 'organisations', 'memberships');
    has('agentUseCases', agentUseCases, 'agents', 'providers', 'ids', 'clock');
    has(
      'callUseCases',
      callUseCases,
      'calls',
      'metrics',
      'agents',
      'organisations',
      'objects',
      'ids',
      'clock',
      'limits',
    );
    has('catalogueUseCases', catalogueUseCases, 'providers', 'credentialIndex');
    has(
      'credentialUseCases',
      credentialUseCases,
      'providerAuths',
      'credentialIndex',
      'providers',
      'cipher',
      'clock',
      'log',
    );
  });

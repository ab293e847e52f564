import { ContainerModule } from 'inversify';
import { accountUseCases } from '../../application/accounts/index.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { organisationUseCases } from '../../application/organisations/index.ts';
import { provide } from '../registry.ts';

/** The use cases about people and their organisations. */
export const accountsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
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
    has('organisationUseCases', organisationUseCases, 'organisations', 'memberships', 'organisationKnowledge');
  });

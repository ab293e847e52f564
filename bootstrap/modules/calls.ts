import { ContainerModule } from 'inversify';
import { callUseCases } from '../../application/calls/index.ts';
import { DialPacing } from '../../application/calls/dial-pacing.ts';
import { catalogueUseCases } from '../../application/catalogue/index.ts';
import { credentialUseCases } from '../../application/credentials/index.ts';
import { keepQuotas } from '../../application/quotas/keep-quotas.ts';
import type { Config } from '../config.ts';
import { provide } from '../dependencies.ts';

/** Use cases of calls, the catalogue, credentials and quotas. */
export const callsModule = (limits: Config['limits']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    quotas(has, limits);
    has(
      'callUseCases',
      callUseCases,
      'calls',
      'callRecords',
      'runs',
      'retention',
      'leases',
      'metrics',
      'agents',
      'phoneNumbers',
      'numberFormat',
      'organisationCarriers',
      'callOutcomeListener',
      'voiceServer',
      'organisations',
      'users',
      'memberships',
      'confirmationPolicy',
      'providers',
      'objects',
      'tickets',
      'ids',
      'clock',
      'log',
      'limits',
      'quotas',
      'dailyCounts',
      'dialPacing',
    );
    has('dialPacing', (ports) => new DialPacing(ports), 'accountDials', 'clock');
    has('catalogueUseCases', catalogueUseCases, 'providers', 'credentialIndex');
    has(
      'credentialUseCases',
      credentialUseCases,
      'providerAuths',
      'credentialIndex',
      'toolSecrets',
      'agents',
      'providers',
      'cipher',
      'clock',
      'log',
    );
  });

function quotas(has: ReturnType<typeof provide>, limits: Config['limits']): void {
  has('limits', () => limits);
  has(
    'quotas',
    keepQuotas,
    'organisations',
    'calls',
    'storedUse',
    'agents',
    'knowledge',
    'objects',
    'limits',
    'clock',
    'log',
  );
}

import { ContainerModule } from 'inversify';
import { documentCallCosts } from '../../adapters/documents/call-costs.ts';
import { documentCostSums } from '../../adapters/documents/cost-sums.ts';
import { callUseCases } from '../../application/calls/index.ts';
import { DialPacing } from '../../application/calls/dial-pacing.ts';
import { catalogueUseCases } from '../../application/catalogue/index.ts';
import { CostRollup } from '../../application/costs/cost-rollup.ts';
import { costUseCases } from '../../application/costs/index.ts';
import { recordCosts } from '../../application/costs/record-cost.ts';
import { credentialUseCases } from '../../application/credentials/index.ts';
import { keepQuotas } from '../../application/quotas/keep-quotas.ts';
import type { Config } from '../config.ts';
import { provide, type Dependencies } from '../dependencies.ts';

type Limits = Config['limits'] & Pick<Dependencies['limits'], 'anonymousClients'>;

/** Use cases of calls, the catalogue, credentials, quotas and costs. */
export const callsModule = (limits: Limits, prices: Config['prices']): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    quotas(has, limits);
    costs(has, prices);
    has(
      'callUseCases',
      callUseCases,
      'calls',
      'callAnalyses',
      'callRecords',
      'runs',
      'retention',
      'leases',
      'metrics',
      'callCosts',
      'costRollup',
      'costs',
      'agents',
      'agentDrafts',
      'agentVersions',
      'phoneNumbers',
      'numberFormat',
      'suppressions',
      'numberDials',
      'dialCaps',
      'organisationCarriers',
      'callOutcomeListener',
      'callerSuppressor',
      'voiceServer',
      'organisations',
      'users',
      'memberships',
      'confirmationPolicy',
      'providers',
      ...(['objects', 'rehearsalRecordings'] as const),
      'tickets',
      'ids',
      'clock',
      'log',
      'limits',
      'quotas',
      'dailyCounts',
      ...(['limitCounts', 'visitorDigest'] as const),
      'dialPacing',
    );
    has('dialPacing', (ports) => new DialPacing(ports), 'accountDials', 'clock');
    has('catalogueUseCases', catalogueUseCases, 'providers', 'credentialIndex');
    credentials(has);
  });

function credentials(has: ReturnType<typeof provide>): void {
  has(
    'credentialUseCases',
    credentialUseCases,
    'providerAuths',
    'credentialIndex',
    'toolSecrets',
    'agents',
    'providers',
    'operatorServers',
    'cipher',
    'clock',
    'log',
  );
}

function costs(has: ReturnType<typeof provide>, prices: Config['prices']): void {
  has('callCosts', ({ documents }) => documentCallCosts(documents), 'documents');
  has('prices', () => prices);
  has('costSums', ({ documents }) => documentCostSums(documents), 'documents');
  has('costs', recordCosts, 'callCosts', 'costRollup', 'prices', 'clock');
  has('costRollup', (ports) => new CostRollup(ports), 'callCosts', 'costSums', 'budgets', 'clock', 'log');
  has(
    'costUseCases',
    costUseCases,
    ...(['costSums', 'budgets', 'prices', 'agents', 'campaigns'] as const),
    ...(['users', 'organisations', 'memberships', 'confirmationPolicy'] as const),
    ...(['mailer', 'publicAppUrl', 'clock', 'log'] as const),
  );
}

function quotas(has: ReturnType<typeof provide>, limits: Limits): void {
  has('limits', () => limits);
  has(
    'quotas',
    keepQuotas,
    'organisations',
    'calls',
    'budgets',
    'storedUse',
    'agents',
    'knowledge',
    ...(['campaigns', 'erasures', 'analysisRuns', 'objects', 'abandonedUploads'] as const),
    'limits',
    'clock',
    'log',
  );
}

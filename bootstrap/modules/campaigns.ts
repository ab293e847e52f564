import { ContainerModule } from 'inversify';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { eventLoopQueue } from '../../adapters/lib/event-loop-queue.ts';
import { prefixNumberPlan } from '../../adapters/number-plan/number-plan.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../application/campaigns/campaign-engine.ts';
import { earlierConversations } from '../../application/calls/earlier-conversations.ts';
import { checkList } from '../../application/campaigns/check-list.ts';
import { fairListChecker } from '../../application/campaigns/fair-list-checker.ts';
import { callerSuppressor } from '../../application/campaigns/suppress-caller.ts';
import { campaignUseCases } from '../../application/campaigns/index.ts';
import type { Config } from '../config.ts';
import { holidayName } from '../../domain/campaigns/holidays.ts';
import { listThread } from '../contact-lists/list-thread.ts';
import { provide } from '../dependencies.ts';
import { threadedRehearsals } from '../rehearsal/rehearsal-threads.ts';

/** Campaigns and their engine. The engine places calls through the call use cases and receives their outcomes. */
export const campaignsModule = ({ holidays, prices }: Pick<Config, 'holidays' | 'prices'>): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('csvParser', csvParser);
    has('listChecker', (ports) => listThread(checkList(ports), ports.clock), 'csvParser', 'timeZones', 'clock');
    has('fairListChecker', fairListChecker, 'listChecker');
    has('timeZones', () => systemZones());
    has('numberPlan', prefixNumberPlan);
    has('eventLoop', () => eventLoopQueue);
    has('rehearsals', () => threadedRehearsals({ prices, holidays }));
    has('holidays', () => ({ nameOf: (countries, day) => holidayName(holidays, countries, day) }));
    has(
      'dialler',
      campaignDialler,
      'agents',
      'agentVersions',
      'phoneNumbers',
      'organisationCarriers',
      'calls',
      'leases',
      'organisations',
      'voiceServer',
      'limits',
      'quotas',
      'dialPacing',
      'clock',
    );
    has(
      'campaignEngine',
      (ports) => new CampaignEngine(ports),
      ...(['campaigns', 'runs', 'calls', 'phoneNumbers', 'suppressions', 'earlierConversations'] as const),
      ...(['callAnalyses', 'numberDials', 'dialCaps', 'engineLeases', 'campaignEngines', 'dialler'] as const),
      ...(['objects', 'csvParser', 'timeZones', 'numberPlan', 'holidays', 'campaignMeter'] as const),
      ...(['ids', 'clock', 'log'] as const),
    );
    has('earlierConversations', earlierConversations, 'calls', 'callAnalyses', 'objects');
    has('callerSuppressor', callerSuppressor, 'suppressions', 'campaigns', 'clock');
    useCases(has);
  });

function useCases(has: ReturnType<typeof provide>): void {
  has(
    'campaignUseCases',
    campaignUseCases,
    'campaigns',
    'runs',
    'calls',
    'suppressions',
    'numberDials',
    'dialCaps',
    'numberFormat',
    'agents',
    'phoneNumbers',
    'organisations',
    'objects',
    ...(['csvParser', 'fairListChecker'] as const),
    'timeZones',
    'numberPlan',
    'holidays',
    'campaignEngine',
    'ids',
    'clock',
    'log',
    'limits',
    'quotas',
    ...([
      'callAnalyses',
      'callCosts',
      'prices',
      'providers',
      'numberPlan',
      'holidays',
      'dialler',
      'eventLoop',
      'rehearsals',
    ] as const),
  );
}

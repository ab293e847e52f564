import { ContainerModule } from 'inversify';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { CampaignEngine } from '../../application/campaigns/campaign-engine.ts';
import { campaignUseCases } from '../../application/campaigns/index.ts';
import { provide } from '../dependencies.ts';

/** Campaigns and their engine. The engine places calls through the call use cases and receives their outcomes. */
export const campaignsModule = (): ContainerModule =>
  new ContainerModule(({ bind }) => {
    const has = provide(bind);
    has('csvParser', csvParser);
    has('timeZones', () => systemZones());
    has(
      'dialler',
      campaignDialler,
      'agents',
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
      'campaigns',
      'runs',
      'calls',
      'suppressions',
      'engineLeases',
      'dialler',
      'objects',
      'csvParser',
      'timeZones',
      'campaignMeter',
      'ids',
      'clock',
      'log',
    );
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
    'numberFormat',
    'agents',
    'phoneNumbers',
    'organisations',
    'objects',
    'csvParser',
    'timeZones',
    'campaignEngine',
    'ids',
    'clock',
    'log',
    'limits',
    'quotas',
  );
}

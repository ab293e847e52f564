import type { Principal } from '../../domain/accounts/principal.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { mergeMetadata, retryConfig, type SettingsInput } from '../../domain/campaigns/settings.ts';
import type { CampaignEngine } from './campaign-engine.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { CsvParser } from '../ports/csv.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { requireColumnsOf, settingsRules, type RulePorts } from './campaign-settings.ts';
import { changeCampaign } from './change-campaign.ts';
import { campaignName } from './create-campaign.ts';
import { ownCampaign } from './read-campaigns.ts';

export interface CampaignChanges extends SettingsInput {
  readonly name?: string;
  readonly rate_limit_per_second?: number;
}

interface Ports extends RulePorts {
  readonly campaigns: CampaignRepository;
  readonly campaignEngine: Pick<CampaignEngine, 'wake'>;
  readonly objects: ObjectStore;
  readonly csvParser: CsvParser;
}

/** Changes the given fields; nested settings are merged. The next dial follows them. */
export const updateCampaign =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string, request: CampaignChanges): Promise<Campaign> => {
    const { campaigns, clock, campaignEngine } = ports;
    const own = await ownCampaign(ports, principal, 'campaigns.write', campaignId);
    const { org_id } = own.campaign;
    const rules = await settingsRules(ports, org_id);
    const planned = mergeMetadata(own.campaign.orchestrator_metadata, request, rules);
    await requireColumnsOf(ports, { ...own.campaign, orchestrator_metadata: planned }, request, rules);
    const { name, rate_limit_per_second, retry_config } = request;
    const { campaign } = await changeCampaign(campaigns, own, ({ campaign: seen }) => ({
      campaign: {
        ...(name !== undefined && { name: campaignName(name) }),
        ...(rate_limit_per_second !== undefined && { rate_limit_per_second }),
        ...(retry_config && { retry_config: retryConfig(retry_config, seen.retry_config) }),
        orchestrator_metadata: mergeMetadata(seen.orchestrator_metadata, request, rules),
        updated_at: clock.now().toISOString(),
      },
    }));
    campaignEngine.wake(org_id);
    return campaign;
  };

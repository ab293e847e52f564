import type { Principal } from '../../domain/accounts/principal.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { mergeMetadata, type SettingsInput } from '../../domain/campaigns/settings.ts';
import { retryConfig } from '../../domain/campaigns/retry-policy.ts';
import { withVariants } from '../../domain/campaigns/variants.ts';
import type { CampaignEngine } from './campaign-engine.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { requireColumnsOf, settingsRules, type RulePorts } from './campaign-settings.ts';
import { changeCampaign } from './change-campaign.ts';
import type { FairListChecker } from './fair-list-checker.ts';
import {
  campaignName,
  requireDialRoute,
  requirePoolNumbers,
  requireVariantRoutes,
  type DialRoutePorts,
} from './create-campaign.ts';
import { ownCampaign } from './read-campaigns.ts';
import { requireAnalyses } from './required-analyses.ts';

export interface CampaignChanges extends SettingsInput {
  readonly name?: string;
  readonly rate_limit_per_second?: number;
}

interface Ports extends RulePorts, DialRoutePorts {
  readonly campaigns: CampaignRepository;
  readonly campaignEngine: Pick<CampaignEngine, 'wake'>;
  readonly objects: ObjectStore;
  readonly fairListChecker: FairListChecker;
}

/**
 * Checks the settings that are about to be stored against the contact list. A campaign that dials changes often: the
 * list is read again only if another request changed its settings, too.
 */
function columnCheck(ports: Ports, request: SettingsInput): (wanted: Campaign) => Promise<void> {
  let checked = '';
  return async (wanted) => {
    const { schedule_config, consent } = wanted.orchestrator_metadata;
    const columns = JSON.stringify([schedule_config, consent]);
    if (columns === checked) return;
    await requireColumnsOf(ports, wanted, request);
    checked = columns;
  };
}

/** Rejects numbers of a pool that the agents cannot call from, and agents that cannot call. */
async function requireCallers(ports: DialRoutePorts, campaign: Campaign, request: SettingsInput): Promise<void> {
  const { org_id, agent_id, from_number, started_at } = campaign;
  const numbers = request.caller_id_pool?.numbers;
  if (numbers) await requirePoolNumbers(ports, await requireDialRoute(ports, org_id, agent_id, null), numbers);
  // Once it was started, its agents stay the same.
  if (numbers || (request.variants && started_at === null))
    await requireVariantRoutes(ports, org_id, callersAfter(campaign, request), from_number);
}

/** The variants and the pool of a campaign after a request. */
function callersAfter({ orchestrator_metadata: before }: Campaign, { variants, caller_id_pool: pool }: SettingsInput) {
  return {
    variants: (variants === undefined ? before.variants : variants) ?? [],
    numbers: pool === undefined ? before.caller_id_pool?.numbers : pool?.numbers,
  };
}

/** Changes the given fields; nested settings are merged. The next dial follows them. */
export const updateCampaign =
  (ports: Ports) =>
  async (principal: Principal, campaignId: string, request: CampaignChanges): Promise<Campaign> => {
    const { campaigns, clock, campaignEngine } = ports;
    const own = await ownCampaign(ports, principal, 'campaigns.write', campaignId);
    const { org_id } = own.campaign;
    const rules = await settingsRules(ports, org_id);
    await requireCallers(ports, own.campaign, request);
    const { name, rate_limit_per_second, retry_config } = request;
    const requireColumns = columnCheck(ports, request);
    const { campaign } = await changeCampaign(campaigns, own, async ({ campaign: seen }) => {
      const settings = mergeMetadata(seen.orchestrator_metadata, request, rules);
      const merged = withVariants(settings, seen, request.variants, clock.now());
      const retries = retry_config ? retryConfig(retry_config, seen.retry_config) : seen.retry_config;
      const wanted = { ...seen, retry_config: retries, orchestrator_metadata: merged };
      await requireColumns(wanted);
      await requireAnalyses(ports, wanted, request);
      return {
        campaign: {
          ...(name !== undefined && { name: campaignName(name) }),
          ...(rate_limit_per_second !== undefined && { rate_limit_per_second }),
          ...(retry_config && { retry_config: retries }),
          orchestrator_metadata: merged,
          updated_at: clock.now().toISOString(),
        },
      };
    });
    campaignEngine.wake(org_id);
    return campaign;
  };

import type { CampaignRecord, CampaignRecordChange } from '../../domain/campaigns/campaign-record.ts';
import { failed, missing } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';

/** Attempts of one optimistic update under concurrent changes. */
const ATTEMPTS = 100;

/** Applies a decision to the current campaign, and decides again when it changed in between. */
export async function changeCampaign(
  campaigns: CampaignRepository,
  { campaign: { org_id, campaign_id } }: CampaignRecord,
  decide: (seen: CampaignRecord) => CampaignRecordChange | Promise<CampaignRecordChange>,
): Promise<CampaignRecord> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const seen = await campaigns.find(org_id, campaign_id);
    if (!seen) throw missing('Campaign');
    const changed = await campaigns.change(seen, await decide(seen));
    if (changed) return changed;
  }
  throw failed('The update conflicted with other updates of this campaign: try again');
}

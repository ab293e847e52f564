import type { CampaignRecord, CampaignRecordChange } from '../../domain/campaigns/campaign-record.ts';
import { failed, missing } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';

/** More often than a campaign moves while one looks at it. */
const ATTEMPTS = 100;

/** Applies a decision to a campaign as it is at that moment: when it moves on in between, it is decided again. */
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
  throw failed('The campaign kept changing; the change was not applied');
}

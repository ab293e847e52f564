import type { CampaignRecord, CampaignRecordChange } from '../../domain/campaigns/campaign-record.ts';
import { missing } from '../../domain/errors.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

/** Applies a decision to the current campaign, and decides again when it changed in between. */
export const changeCampaign = (
  campaigns: CampaignRepository,
  { campaign: { org_id, campaign_id } }: CampaignRecord,
  decide: (seen: CampaignRecord) => CampaignRecordChange | Promise<CampaignRecordChange>,
): Promise<CampaignRecord> =>
  retryOnConflict('The campaign kept changing. Try again.', async () => {
    const seen = await campaigns.find(org_id, campaign_id);
    if (!seen) throw missing('Campaign');
    return (await campaigns.change(seen, await decide(seen))) ?? 'again';
  });

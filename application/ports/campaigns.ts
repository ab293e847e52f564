import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { DialState, CampaignRecordChange, CampaignRecord } from '../../domain/campaigns/campaign-record.ts';

/** For keeping campaigns, each with its gate. Another organisation's campaign does not exist. */
export interface CampaignRepository {
  add(campaign: Campaign, gate: DialState): Promise<void>;
  find(orgId: string, campaignId: string): Promise<CampaignRecord | null>;
  /** All campaigns of an organisation, newest first. */
  list(orgId: string): Promise<Campaign[]>;
  /** Those that run, the longest waiting first. */
  running(orgId: string): Promise<CampaignRecord[]>;
  /** The organisations that have a running campaign, in no promised order. */
  organisationsWithRunningCampaigns(): Promise<string[]>;
  /**
   * Replaces the given fields of a campaign and its gate in one step, if it still is in the revision that was seen: the
   * changed one, or null when it has moved on or is absent.
   */
  change(seen: CampaignRecord, change: CampaignRecordChange): Promise<CampaignRecord | null>;
  /** Removes a campaign and answers whether it was there. */
  remove(orgId: string, campaignId: string): Promise<boolean>;
}

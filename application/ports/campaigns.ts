import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import type { DialState, CampaignRecordChange, CampaignRecord } from '../../domain/campaigns/campaign-record.ts';

/** For storing campaigns, each with its dial state. Campaigns of other organisations are not found. */
export interface CampaignRepository {
  add(campaign: Campaign, gate: DialState): Promise<void>;
  find(orgId: string, campaignId: string): Promise<CampaignRecord | null>;
  /** All campaigns of an organisation, newest first. */
  list(orgId: string): Promise<Campaign[]>;
  count(orgId: string): Promise<number>;
  /** The running campaigns, longest waiting first. */
  running(orgId: string): Promise<CampaignRecord[]>;
  /** The organisations with a running campaign, in any order. */
  organisationsWithRunningCampaigns(): Promise<string[]>;
  /**
   * Replaces the given fields of a campaign and its dial state atomically if its revision is unchanged: the changed
   * record, or null when it changed or is absent. The events that the change causes are stored in the same write.
   */
  change(
    seen: CampaignRecord,
    change: CampaignRecordChange,
    events?: readonly RecordedEvent[],
  ): Promise<CampaignRecord | null>;
  /** Removes a campaign and returns whether it existed. */
  remove(orgId: string, campaignId: string): Promise<boolean>;
}

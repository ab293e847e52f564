import { newCampaign, type Campaign } from '../../../domain/campaigns/campaign.ts';
import { newDialState, type DialState, type CampaignRecord } from '../../../domain/campaigns/campaign-record.ts';
import { DEFAULT_RETRY } from '../../../domain/campaigns/retry-policy.ts';

export const NOON = new Date('2026-03-02T12:00:00.000Z');

/** A time in seconds after noon. */
export const at = (seconds: number): Date => new Date(NOON.getTime() + seconds * 1_000);

export const campaign = (more: Partial<Campaign> = {}): Campaign => ({
  ...newCampaign({
    campaign_id: 'c1',
    org_id: 'o1',
    name: 'Spring',
    agent_id: 'a1',
    source_type: 'csv',
    source_id: 'o1/campaigns/u1/people.csv',
    total_rows: 3,
    rate_limit_per_second: 1,
    retry_config: DEFAULT_RETRY,
    orchestrator_metadata: { max_concurrency: 5 },
    from_number: null,
    created_by: 'ada@example.com',
    now: NOON,
  }),
  ...more,
});

export const gated = (more: Partial<Campaign> = {}, gate: Partial<DialState> = {}): CampaignRecord => ({
  campaign: campaign(more),
  gate: { ...newDialState(true), ...gate },
  revision: 0,
});

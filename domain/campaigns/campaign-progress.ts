import type { Campaign, CampaignState } from './campaign.ts';
import type { OpenBreaker } from './open-breaker.ts';
import { openBreakerOf } from './campaign-breaker.ts';
import type { DecisionCount } from './retry-decision.ts';
import type { RefusedBy } from './refusal.ts';

/** Spec: CampaignProgressResponse. */
export interface CampaignProgress {
  readonly campaign_id: string;
  readonly state: CampaignState;
  readonly total_rows: number;
  readonly processed_rows: number;
  readonly failed_rows: number;
  readonly refused_rows?: number;
  readonly refused_by?: RefusedBy;
  readonly decisions?: readonly DecisionCount[];
  /** From 0 to 100, with one decimal. */
  readonly progress_percentage: number;
  readonly rate_limit: number;
  /** The circuit breaker while it is not closed. */
  readonly breaker_state?: OpenBreaker;
  readonly started_at: string | null;
  readonly completed_at: string | null;
}

/** Progress of a campaign. */
export function campaignProgress(campaign: Campaign): CampaignProgress {
  const breaker = openBreakerOf(campaign);
  const { campaign_id, state, total_rows, processed_rows, failed_rows, started_at, completed_at } = campaign;
  return {
    campaign_id,
    state,
    total_rows,
    processed_rows,
    failed_rows,
    ...(campaign.refused_rows !== undefined && { refused_rows: campaign.refused_rows }),
    ...(campaign.refused_by && { refused_by: campaign.refused_by }),
    ...(campaign.decisions && { decisions: campaign.decisions }),
    progress_percentage: percentage(processed_rows, total_rows, state),
    rate_limit: campaign.rate_limit_per_second,
    ...(breaker && { breaker_state: breaker }),
    started_at,
    completed_at,
  };
}

/** 100 only when every contact is final: 999 of 1,000 is 99.9. */
function percentage(processed: number, total: number, state: CampaignState): number {
  if (total === 0) return state === 'completed' ? 100 : 0;
  return Math.min(100, Math.floor((processed / total) * 1_000) / 10);
}

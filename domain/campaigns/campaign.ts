import { rejected } from '../errors.ts';
import type { RefusedBy } from './refusal.ts';
import { withoutBreaker, type CampaignMetadata } from './settings.ts';
import type { DecisionCount } from './retry-decision.ts';
import type { RetryConfig } from './retry-policy.ts';

export const CAMPAIGN_STATES = ['created', 'running', 'paused', 'completed', 'failed'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** Commands of users. */
export type Command = 'start' | 'pause' | 'resume';

/** An outbound campaign over the contacts of one source. */
export interface Campaign {
  readonly campaign_id: string;
  readonly org_id: string;
  readonly name: string;
  readonly agent_id: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly state: CampaignState;
  /** Contacts. */
  readonly total_rows: number;
  /** Final contacts: no attempt is active or will follow. */
  readonly processed_rows: number;
  /** Final contacts that were not answered. */
  readonly failed_rows: number;
  /** Those of them that were not dialled, because they must not be. Present once there is one. */
  readonly refused_rows?: number;
  /** The same by reason. */
  readonly refused_by?: RefusedBy;
  /** What was decided about contacts that answered. Present once something was. */
  readonly decisions?: readonly DecisionCount[];
  readonly rate_limit_per_second: number;
  readonly retry_config: RetryConfig;
  readonly orchestrator_metadata: CampaignMetadata;
  readonly from_number: string | null;
  readonly created_by: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly started_at: string | null;
  readonly paused_at: string | null;
  readonly completed_at: string | null;
}

/** Facts known when a campaign is created. */
type CampaignSeed = Pick<
  Campaign,
  | 'campaign_id'
  | 'org_id'
  | 'name'
  | 'agent_id'
  | 'source_type'
  | 'source_id'
  | 'total_rows'
  | 'rate_limit_per_second'
  | 'retry_config'
  | 'orchestrator_metadata'
  | 'from_number'
  | 'created_by'
>;

/** Creates a campaign that is not started. */
export const newCampaign = ({ now, ...facts }: CampaignSeed & { readonly now: Date }): Campaign => ({
  campaign_id: facts.campaign_id,
  org_id: facts.org_id,
  name: facts.name,
  agent_id: facts.agent_id,
  source_type: facts.source_type,
  source_id: facts.source_id,
  state: 'created',
  total_rows: facts.total_rows,
  processed_rows: 0,
  failed_rows: 0,
  rate_limit_per_second: facts.rate_limit_per_second,
  retry_config: facts.retry_config,
  orchestrator_metadata: facts.orchestrator_metadata,
  from_number: facts.from_number,
  created_by: facts.created_by,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  started_at: null,
  paused_at: null,
  completed_at: null,
});

/** Every legal transition. A command missing from a row is illegal in that state. */
const MOVES: Record<CampaignState, Partial<Record<Command, CampaignState>>> = {
  created: { start: 'running' },
  running: { pause: 'paused' },
  paused: { resume: 'running' },
  completed: {},
  failed: {},
};

/** Changes of a command, to be written only while the campaign is still in the same state. */
export function move(campaign: Campaign, command: Command, now: Date): Partial<Campaign> {
  const state = MOVES[campaign.state][command];
  if (state === undefined) throw rejected(`Cannot ${command} a campaign that is ${campaign.state}`);
  const at = now.toISOString();
  return {
    state,
    updated_at: at,
    ...(command === 'start' && { started_at: at }),
    ...(command === 'pause' && { paused_at: at }),
    ...(command === 'resume' && { paused_at: null, orchestrator_metadata: afresh(campaign) }),
  };
}

/** Changes when a running campaign pauses itself, with the reason for users. */
export const selfPause = (campaign: Campaign, reason: string, now: Date): Partial<Campaign> => ({
  ...move(campaign, 'pause', now),
  orchestrator_metadata: { ...campaign.orchestrator_metadata, paused_reason: reason },
});

/** Changes when the contacts of a campaign can no longer be read. */
export const failure = (campaign: Campaign, reason: string, now: Date): Partial<Campaign> => ({
  state: 'failed',
  updated_at: now.toISOString(),
  orchestrator_metadata: { ...campaign.orchestrator_metadata, failed_reason: reason },
});

/** Changes when the last contact of a running campaign is final. */
export const completion = ({ orchestrator_metadata: metadata }: Campaign, now: Date): Partial<Campaign> => ({
  ...(metadata.breaker_state && { orchestrator_metadata: withoutBreaker(metadata) }),
  state: 'completed',
  completed_at: now.toISOString(),
  updated_at: now.toISOString(),
});

/** Settings of a campaign that was not paused, with a closed breaker. */
function afresh({ orchestrator_metadata: metadata }: Campaign): CampaignMetadata {
  const { paused_reason: _reason, ...rest } = withoutBreaker(metadata);
  return rest;
}

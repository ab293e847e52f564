import type { components } from '../../api.ts';
import type { Call } from '../calls/call.ts';
import type { Schedule } from './schedule.ts';
import type { RetryRules } from './why-not-dialling.ts';

/** When a campaign pauses itself because calls fail. */
export interface Breaker {
  readonly enabled: boolean;
  readonly failure_threshold: number;
  readonly window_seconds: number;
  readonly min_calls_in_window: number;
}

/** A campaign as the API answers it, with what it promises of the parts that its contract leaves open. */
export type Campaign = Omit<components['schemas']['Campaign'], 'retry_config' | 'orchestrator_metadata'> & {
  readonly retry_config: RetryRules;
  readonly orchestrator_metadata: {
    readonly max_concurrency?: number;
    readonly schedule_config?: Schedule;
    readonly circuit_breaker?: Breaker;
    readonly parent_campaign_id?: string;
    readonly paused_reason?: string;
    readonly failed_reason?: string;
  };
};

/** A campaign and its newest calls, both of one moment. */
export interface CampaignNow {
  readonly campaign: Campaign;
  readonly calls: readonly Call[];
}

export type CampaignState = Campaign['state'];

/** How a state is felt. */
export function toneOf(state: CampaignState): 'good' | 'warn' | 'bad' | 'info' | 'plain' {
  const tones = { created: 'plain', running: 'info', paused: 'warn', completed: 'good', failed: 'bad' } as const;
  return tones[state];
}

/** How much of it is done, from 0 to 1. */
export const shareDone = ({ processed_rows, total_rows }: Pick<Campaign, 'processed_rows' | 'total_rows'>): number =>
  total_rows === 0 ? 0 : processed_rows / total_rows;

import { isLive, type Call } from '../calls/call.ts';
import { nextOpening, wallClock, isOpenAt, type Schedule } from './schedule.ts';

/** Why a campaign is not dialling. */
export type IdleReason =
  | { readonly kind: 'notStarted' | 'paused' | 'completed' | 'zoneUnknown' | 'ending' }
  | { readonly kind: 'stoppedItself' | 'failed'; readonly reason: string }
  | { readonly kind: 'outsideSchedule'; readonly zone: string; readonly opensAt: Date | null }
  | { readonly kind: 'breakerOpen'; readonly reason: string; readonly probeAt: Date }
  | { readonly kind: 'breakerProbes'; readonly reason: string }
  | { readonly kind: 'atLimit'; readonly live: number }
  | { readonly kind: 'waitingForRetry'; readonly around: Date }
  | { readonly kind: 'waitingForSlot' };

/** A campaign as far as it tells why it is still. */
export interface IdleCampaign {
  readonly state: 'created' | 'running' | 'paused' | 'completed' | 'failed';
  readonly total_rows: number;
  readonly processed_rows: number;
  /** Time of the last start, resume or change. */
  readonly updated_at: string;
  readonly retry_config: RetryRules;
  readonly orchestrator_metadata: {
    readonly max_concurrency?: number;
    readonly schedule_config?: Schedule;
    readonly breaker_state?: {
      readonly state: 'open' | 'half_open';
      readonly reason: string;
      readonly probe_at: string;
    };
    readonly paused_reason?: string;
    readonly failed_reason?: string;
  };
}

export interface RetryRules {
  readonly enabled?: boolean;
  readonly max_retries?: number;
  readonly retry_delay_seconds?: number;
  readonly retry_on_busy?: boolean;
  readonly retry_on_no_answer?: boolean;
  readonly retry_on_voicemail?: boolean;
}

/** A call of the campaign, as far as it matters here. */
export type CampaignCall = Pick<Call, 'to_number' | 'status' | 'call_response' | 'created_at' | 'end_time_utc'>;

/** With a dial as recent as this, or a start, the campaign is at work. */
const RECENT_MS = 5_000;

/** Why the campaign is not dialling. Null while it dials. `calls` are its newest calls, newest first. */
export function idleReason(campaign: IdleCampaign, calls: readonly CampaignCall[], now: Date): IdleReason | null {
  const { paused_reason: paused, failed_reason: failed } = campaign.orchestrator_metadata;
  switch (campaign.state) {
    case 'created':
      return { kind: 'notStarted' };
    case 'completed':
      return { kind: 'completed' };
    case 'failed':
      return { kind: 'failed', reason: failed ?? '' };
    case 'paused':
      return paused === undefined ? { kind: 'paused' } : { kind: 'stoppedItself', reason: paused };
    default:
      return (
        closedBySchedule(campaign.orchestrator_metadata.schedule_config, now) ??
        stoppedByBreaker(campaign.orchestrator_metadata.breaker_state) ??
        undialledReason(campaign, calls, now)
      );
  }
}

function closedBySchedule(schedule: Schedule | undefined, now: Date): IdleReason | null {
  if (!schedule?.enabled) return null;
  const clock = wallClock(schedule.timezone);
  if (!clock) return { kind: 'zoneUnknown' };
  if (isOpenAt(schedule.slots, clock(now))) return null;
  return { kind: 'outsideSchedule', zone: schedule.timezone, opensAt: nextOpening(schedule, now) };
}

function stoppedByBreaker(breaker: IdleCampaign['orchestrator_metadata']['breaker_state']): IdleReason | null {
  if (!breaker) return null;
  const { state, reason, probe_at } = breaker;
  return state === 'open'
    ? { kind: 'breakerOpen', reason, probeAt: new Date(probe_at) }
    : { kind: 'breakerProbes', reason };
}

function undialledReason(campaign: IdleCampaign, calls: readonly CampaignCall[], now: Date): IdleReason | null {
  const live = calls.filter(isLive).length;
  const most = campaign.orchestrator_metadata.max_concurrency ?? Infinity;
  if (live >= most) return { kind: 'atLimit', live };
  const left = campaign.total_rows - campaign.processed_rows;
  // Every contact that is left is on the line.
  if (live > 0 && live >= left) return { kind: 'ending' };
  if (left === 0) return { kind: 'completed' };
  const lastActivityAt = Math.max(...[campaign.updated_at, ...calls.map((call) => call.created_at)].map(Date.parse));
  if (now.getTime() - lastActivityAt < RECENT_MS) return null;
  const around = nextRetry(campaign.retry_config, calls, now);
  return around ? { kind: 'waitingForRetry', around } : { kind: 'waitingForSlot' };
}

/** When the first of the contacts that were not reached is dialled again, by the calls that are known. */
function nextRetry(rules: RetryRules, calls: readonly CampaignCall[], now: Date): Date | null {
  const moments = calls.flatMap((call, at) => {
    const isLatest = calls.findIndex(({ to_number }) => to_number === call.to_number) === at;
    const attempts = calls.filter(({ to_number }) => to_number === call.to_number).length;
    if (!isLatest || call.end_time_utc === null || !isRetried(rules, call.call_response)) return [];
    if (attempts > (rules.max_retries ?? 0)) return [];
    return [Date.parse(call.end_time_utc) + (rules.retry_delay_seconds ?? 0) * 1_000];
  });
  const ahead = moments.filter((moment) => moment > now.getTime());
  return ahead.length === 0 ? null : new Date(Math.min(...ahead));
}

function isRetried(rules: RetryRules, response: string | null): boolean {
  if (rules.enabled === false) return false;
  if (response === 'busy' || response === 'declined') return rules.retry_on_busy === true;
  if (response === 'no_answer' || response === 'unreachable') return rules.retry_on_no_answer === true;
  return response === 'voicemail' && rules.retry_on_voicemail === true;
}

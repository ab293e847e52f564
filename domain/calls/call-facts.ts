import type { CallAnalysis } from './call-analysis.ts';
import { isLive, type CallLog } from './call-log.ts';
import type { CallMetrics } from './call-metrics.ts';

/** What is stored of a call and counts for the version that it ran. */
export interface MeasuredCall {
  readonly call: Pick<
    CallLog,
    | 'call_id'
    | 'status'
    | 'call_response'
    | 'start_time_utc'
    | 'end_time_utc'
    | 'duration'
    | 'end_reason'
    | 'created_at'
  >;
  readonly metrics: Pick<CallMetrics, 'summary' | 'latencies'> | null;
  readonly analysis: Pick<CallAnalysis, 'status' | 'success'> | null;
}

/** A caller who leaves earlier hangs up early, unless something else is set. In seconds. */
export const EARLY_SECONDS = 30;

/** Whether a conversation took place and is over. Those with a mailbox tell nothing about the agent. */
export const isConversation = ({ status, start_time_utc, call_response }: MeasuredCall['call']): boolean =>
  !isLive(status) && start_time_utc !== null && call_response !== 'voicemail';

export const isFailed = ({ status }: MeasuredCall['call']): boolean => status === 'failed';

/** Whether the caller left within this number of seconds. */
export const isEarlyHangUp = ({ end_reason, duration }: MeasuredCall['call'], seconds: number): boolean =>
  end_reason === 'caller_left' && duration !== null && duration < seconds;

/** Whether its analysis judged it unsuccessful. Null: there is no judgement. */
export const isUnsuccessful = (analysis: MeasuredCall['analysis']): boolean | null =>
  analysis?.success === 'yes' || analysis?.success === 'no' ? analysis.success === 'no' : null;

/** The share of its turns in which the caller interrupted the agent. Null: it had no turns. */
export const interruptedShare = (metrics: MeasuredCall['metrics']): number | null =>
  metrics && metrics.summary.turn_count > 0
    ? metrics.summary.interrupted_turn_count / metrics.summary.turn_count
    : null;

/** How long the caller waited for replies, on average, in seconds. Null: there were none. */
export const replySeconds = (metrics: MeasuredCall['metrics']): number | null =>
  metrics && metrics.latencies.user_to_bot_secs.length > 0 ? metrics.summary.user_bot_latency_avg_secs : null;

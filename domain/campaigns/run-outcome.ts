import {
  isLive,
  type CallLog,
  type CallLogStatus,
  type CallResponse,
  CALL_RESPONSES,
  isReached,
} from '../calls/call-log.ts';
import type { RetryConfig } from './settings.ts';

/** Outcome by status, for calls without a disposition. */
const BY_STATUS: Partial<Record<CallLogStatus, CallResponse>> = {
  busy: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** Outcome of an ended call. Null while it is live, and while it is unknown whether it was answered. */
export function runOutcomeOf(call: CallLog): CallResponse | null {
  if (isLive(call.status)) return null;
  const evidence = call.start_time_utc === null ? null : 'answered';
  return call.call_response ?? BY_STATUS[call.status] ?? evidence;
}

/** Outcome of an attempt. `unknown`: accepted by the carrier, with no report of its end. */
export type RunOutcome = CallResponse | 'unknown';

/** Setting that allows a retry, by outcome. Outcomes without one are final. */
const SWITCH: Partial<Record<RunOutcome, 'retry_on_busy' | 'retry_on_no_answer' | 'retry_on_voicemail'>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};

/** When a contact may be retried after this attempt, the first being 0. Null: never. */
export function nextAttempt(config: RetryConfig, outcome: RunOutcome, attempt: number, endedAt: Date): Date | null {
  const allowance = SWITCH[outcome];
  if (!config.enabled || allowance === undefined || !config[allowance] || attempt >= config.max_retries) return null;
  return new Date(endedAt.getTime() + config.retry_delay_seconds * 1_000);
}

/** Outcomes of contacts that were not reached, which `failed_rows` counts. */
export const NOT_REACHED: readonly RunOutcome[] = [...CALL_RESPONSES, 'unknown' as const].filter(
  (outcome) => !isReached(outcome),
);

/** Outcomes a redial campaign takes: not reached, with a valid number. */
export const REDIALABLE: readonly RunOutcome[] = NOT_REACHED.filter((outcome) => outcome !== 'invalid_number');

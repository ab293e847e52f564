import {
  isLive,
  type CallLog,
  type CallLogStatus,
  type CallResponse,
  CALL_RESPONSES,
  isReached,
} from '../calls/call-log.ts';
import type { RetryConfig } from './settings.ts';

/** What a status says of the outcome where the disposition is missing. */
const BY_STATUS: Partial<Record<CallLogStatus, CallResponse>> = {
  busy: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** What a call that is over came to; null while it goes on, and as long as nobody said whether anybody picked up. */
export function runOutcomeOf(call: CallLog): CallResponse | null {
  if (isLive(call.status)) return null;
  const evidence = call.start_time_utc === null ? null : 'answered';
  return call.call_response ?? BY_STATUS[call.status] ?? evidence;
}

/** What became of an attempt. `unknown`: the carrier took it and nobody can tell what happened. */
export type RunOutcome = CallResponse | 'unknown';

/** The switch that allows each outcome to be dialled again; what has none is final. */
const SWITCH: Partial<Record<RunOutcome, 'retry_on_busy' | 'retry_on_no_answer' | 'retry_on_voicemail'>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};

/** When a contact may be dialled again after this attempt, the first being 0; null when never. */
export function nextAttempt(config: RetryConfig, outcome: RunOutcome, attempt: number, endedAt: Date): Date | null {
  const allowance = SWITCH[outcome];
  if (!config.enabled || allowance === undefined || !config[allowance] || attempt >= config.max_retries) return null;
  return new Date(endedAt.getTime() + config.retry_delay_seconds * 1_000);
}

/** How a contact ended that was not reached: those whom `failed_rows` counts. */
export const NOT_REACHED: readonly RunOutcome[] = [...CALL_RESPONSES, 'unknown' as const].filter(
  (outcome) => !isReached(outcome),
);

/** How a contact ended that a redial campaign takes: not reached, and at a number that there is. */
export const REDIALABLE: readonly RunOutcome[] = NOT_REACHED.filter((outcome) => outcome !== 'invalid_number');

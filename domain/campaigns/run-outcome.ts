import {
  isLive,
  type CallLog,
  type CallLogStatus,
  type CallResponse,
  CALL_RESPONSES,
  isReached,
} from '../calls/call-log.ts';
import { refusalReasonOf, REFUSALS, type RefusalReason } from './refusal.ts';

/** Outcome by status, for calls without a disposition. */
const BY_STATUS: Partial<Record<CallLogStatus, CallResponse>> = {
  busy: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** Outcome of an ended call. Null while it is live, and while it is unknown whether it was answered. */
export function runOutcomeOf(call: CallLog): CallResponse | RefusalReason | null {
  if (isLive(call.status)) return null;
  const evidence = call.start_time_utc === null ? null : 'answered';
  return refusalReasonOf(call) ?? call.call_response ?? BY_STATUS[call.status] ?? evidence;
}

/** After how many seconds the person on an ended call hung up. Null: they did not, or it is not known. */
export const hungUpAfter = ({ start_time_utc, duration, end_reason }: CallLog): number | null =>
  start_time_utc === null || (end_reason !== undefined && end_reason !== 'caller_left') ? null : duration;

/** Outcome of an attempt. `unknown`: accepted by the carrier, with no report of its end. A refusal: not dialled. */
export type RunOutcome = CallResponse | 'unknown' | RefusalReason;

/** Outcomes of contacts that were not reached, which `failed_rows` counts. */
export const NOT_REACHED: readonly RunOutcome[] = [
  ...CALL_RESPONSES.filter((outcome) => !isReached(outcome)),
  'unknown',
  ...REFUSALS,
];

/** Outcomes of contacts that are not to be called again. */
const NEVER_AGAIN: ReadonlySet<RunOutcome> = new Set<RunOutcome>(['invalid_number', ...REFUSALS]);

/** Outcomes a redial campaign takes: not reached, with a number that may be called. */
export const REDIALABLE: readonly RunOutcome[] = NOT_REACHED.filter((outcome) => !NEVER_AGAIN.has(outcome));

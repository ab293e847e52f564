import type { CallLog, CallLogStatus, CallResponse } from './call-log.ts';

/** Status and disposition reported for a call. */
export interface StatusUpdate {
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse;
}

/** Order of statuses. All terminal statuses are equal. */
const RANK: Readonly<Record<CallLogStatus, number>> = {
  initiated: 0,
  ringing: 1,
  in_progress: 2,
  completed: 3,
  busy: 3,
  no_answer: 3,
  failed: 3,
  canceled: 3,
};

/** How specific a disposition is: failed, reason for no answer, answered. */
const STRENGTH: Readonly<Record<CallResponse, number>> = {
  failed: 1,
  busy: 2,
  no_answer: 2,
  declined: 2,
  canceled: 2,
  invalid_number: 2,
  unreachable: 2,
  answered: 3,
  voicemail: 3,
};

/** Terminal statuses that contradict a pickup. */
const UNANSWERED: ReadonlySet<CallLogStatus> = new Set(['busy', 'no_answer', 'canceled']);

/** Terminal statuses more specific than the `completed` some carriers report for every call. */
const SPECIFIC_ENDS: ReadonlySet<CallLogStatus> = new Set(['busy', 'no_answer']);

/**
 * Changes a report makes to a call. Reports arrive late, twice and out of order. So a call only moves forward, its
 * first end stays, and a disposition yields only to a more specific one. `answered` and `voicemail` never yield. When
 * reports disagree, evidence decides: a call that was picked up ends `completed` instead of `busy`. A `completed`
 * without evidence of a pickup yields to a later `busy` or `no_answer`.
 */
export function advanceStatus(call: CallLog, report: StatusUpdate): StatusUpdate {
  const response = responseAfter(call, report.call_response);
  const status = statusAfter(call, report.status, call.start_time_utc !== null || isPickUp(response));
  return {
    ...(status !== call.status && { status }),
    ...(response !== null && response !== call.call_response && { call_response: response }),
  };
}

function statusAfter(call: CallLog, reported: CallLogStatus | undefined, pickedUp: boolean): CallLogStatus {
  if (reported === undefined) return call.status;
  const status = pickedUp && UNANSWERED.has(reported) ? 'completed' : reported;
  if (RANK[status] > RANK[call.status]) return status;
  return call.status === 'completed' && !pickedUp && SPECIFIC_ENDS.has(status) ? status : call.status;
}

function responseAfter(call: CallLog, reported: CallResponse | undefined): CallResponse | null {
  const known = call.call_response;
  if (reported === undefined || isContradicted(call, reported)) return known;
  return known === null || STRENGTH[reported] > STRENGTH[known] ? reported : known;
}

/** Whether the log contradicts the report: a connected call was picked up, and a busy one was not. */
const isContradicted = (call: CallLog, reported: CallResponse): boolean =>
  isPickUp(reported)
    ? UNANSWERED.has(call.status)
    : STRENGTH[reported] === STRENGTH.busy && call.start_time_utc !== null;

const isPickUp = (response: CallResponse | null): boolean => response === 'answered' || response === 'voicemail';

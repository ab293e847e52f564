import type { CarrierReport } from '../telephony/carrier-report.ts';
import { isLive, type CallLog, type CallPatch } from './call-log.ts';
import { ending, patchCall } from './call-patch.ts';
import { transferredAt } from './transfer-record.ts';
import { reportedEnd } from './reported-end.ts';

/** Longest time a call may wait to be connected, whatever its carrier says, in ms. */
const CONNECT_WINDOW_MS = 180_000;

/** Error message of a call whose runtime was lost. Shown to users. */
export const RUNTIME_LOST = 'The runtime that carried this call stopped without ending it (crash or kill)';

/** The lease as it expired. */
interface ExpiredLease {
  readonly owner: string | null;
  readonly until: string;
  /** Last renewal by its owner. Null when no runtime claimed the call. */
  readonly heard_at: string | null;
}

/** What the carrier knows of the call. */
type CarrierKnowledge = CarrierReport | null | 'unknown';

/** How to handle a call whose lease expired. */
export type Reconciliation =
  /** Only releases the slot. */
  | { readonly kind: 'release' }
  /** The call is ringing or connecting: reconcile it again later. */
  | { readonly kind: 'wait' }
  /** The call ended. `hangUp`: the carrier still has to be told. */
  | { readonly kind: 'end'; readonly changes: Partial<CallLog>; readonly hangUp: boolean };

/** Whether the carrier must be asked: for live calls that have one. */
export const mustAskCarrier = (call: CallLog): boolean => isLive(call.status) && call.telephony_provider !== null;

/**
 * Decides how a call ends from the carrier's knowledge: a report, null when the carrier has no such call, `unknown`
 * when it cannot tell or there is none. A call whose runtime was lost fails at the last renewal of its lease, whatever
 * the carrier says. Any other ends as the carrier says, else fails at lease expiry. A connected call counts as
 * answered, a merely picked-up one does not: see `reportedEnd`. A call whose caller was connected with a person ended then,
 * and continues without a runtime. A web call that never connected does not change.
 */
export function reconcile(call: CallLog, lease: ExpiredLease, found: CarrierKnowledge, now: Date): Reconciliation {
  if (!mustEnd(call)) return { kind: 'release' };
  const leftAt = transferredAt(call.transfers);
  if (leftAt !== null) return { kind: 'end', changes: patchCall(call, transferredEnd(leftAt), now), hangUp: false };
  const isLiveAtCarrier = isReport(found) && isLive(found.status);
  if (isLiveAtCarrier && lease.owner === null && isWithinConnectWindow(call, now)) return { kind: 'wait' };
  const [end, reason] = endOf(call, lease, found);
  const ended = patchCall(call, { ...end, end_time_utc: lease.heard_at ?? lease.until }, now);
  const why = reason === RUNTIME_LOST ? reason : (call.error_message ?? reason);
  return { kind: 'end', changes: { ...ended, error_message: why }, hangUp: isLiveAtCarrier };
}

/** The end of a call for the platform, when its caller was connected with a person. */
const transferredEnd = (end_time_utc: string): CallPatch => ({
  ...{ status: 'completed', call_response: 'answered', end_time_utc },
});

/** Whether the call failed because its runtime was lost. */
export const isLost = ({ status, error_message }: CallLog): boolean =>
  status === 'failed' && error_message === RUNTIME_LOST;

/**
 * Corrects a call that ended before its runtime was known to be lost: adds the missing reason, and moves a reconciled
 * end to a later sign of life.
 */
export function patchAfterRuntimeLoss(call: CallLog, lastSign: string, now: Date): Partial<CallLog> {
  if (isLive(call.status) || transferredAt(call.transfers) !== null) return {};
  const isLater = call.end_time_utc !== null && Date.parse(lastSign) > Date.parse(call.end_time_utc);
  const changes = {
    ...(call.error_message === null && { error_message: RUNTIME_LOST }),
    ...(isLost(call) && isLater && ending(call.start_time_utc, lastSign)),
  };
  return Object.keys(changes).length === 0 ? {} : { ...changes, updated_at: now.toISOString() };
}

/** Whether the call has to be ended. A web call that never connected does not. */
const mustEnd = ({ status, call_type }: CallLog): boolean =>
  isLive(status) && !(call_type === 'web' && status === 'initiated');

/** Whether the call was placed recently enough to still connect. */
export const isWithinConnectWindow = (call: CallLog, now: Date): boolean =>
  now.getTime() - Date.parse(call.created_at) < CONNECT_WINDOW_MS;

const hasTalked = (call: CallLog): boolean => call.start_time_utc !== null;

const isReport = (found: CarrierKnowledge): found is CarrierReport => found !== null && found !== 'unknown';

/** End of the call and its reason. The carrier's report counts unless the runtime was lost. */
function endOf(call: CallLog, lease: ExpiredLease, found: CarrierKnowledge): [CallPatch, string | null] {
  const isCutOff = lease.owner !== null && hasTalked(call);
  if (!isCutOff && isReport(found) && !isLive(found.status)) {
    const { error_message = found.cause, ...end } = reportedEnd(call, found);
    return [end, error_message];
  }
  return [lostCallPatch(call), lossReason(call, lease, found)];
}

const lostCallPatch = (call: CallLog): CallPatch => ({
  status: 'failed',
  call_response: hasTalked(call) ? 'answered' : call.status === 'ringing' ? 'no_answer' : 'failed',
});

function lossReason(call: CallLog, { owner }: ExpiredLease, found: CarrierKnowledge): string {
  if (hasTalked(call)) return owner === null ? 'The call was answered, but no runtime ran it' : RUNTIME_LOST;
  return found === null ? 'The carrier has no record of this call' : 'The call was never connected';
}

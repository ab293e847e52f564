import type { CarrierReport } from '../telephony/carrier-report.ts';
import { isLive, type CallLog, type CallPatch } from './call-log.ts';
import { ending, patchCall } from './call-patch.ts';
import { reportedEnd } from './reported-end.ts';

/** Longer than this no call waits to be connected, whatever its carrier says. In milliseconds. */
const CONNECT_WINDOW_MS = 180_000;

/** What is told of a call whose runtime was lost. It is shown to people. */
export const RUNTIME_LOST = 'The runtime that carried this call stopped without ending it (crash or kill)';

/** The lease of a call as it ran out. */
interface ExpiredLease {
  readonly owner: string | null;
  readonly until: string;
  /** When its owner was last heard of; null when nobody carried the call. */
  readonly heard_at: string | null;
}

/** What a call's carrier knows of it. */
type CarrierKnowledge = CarrierReport | null | 'unknown';

/** What becomes of a call whose lease ran out. */
export type Reconciliation =
  /** Nothing: it only loses its slot. */
  | { readonly kind: 'release' }
  /** It still rings, or is just being connected: it is looked after again later. */
  | { readonly kind: 'wait' }
  /** It is over. `hangUp`: but its carrier does not know that. */
  | { readonly kind: 'end'; readonly changes: Partial<CallLog>; readonly hangUp: boolean };

/** Whether the carrier has to be asked: for live calls that have one. */
export const mustAskCarrier = (call: CallLog): boolean => isLive(call.status) && call.telephony_provider !== null;

/**
 * Settles a call by what its carrier knows of it: a report, null when there is no such call, `unknown` when it cannot
 * tell or there is no carrier. A call whose runtime was lost has failed, whatever its carrier says, when the runtime was
 * last heard of: what was not known of is not counted. Any other ends as its carrier says, else `failed` when its lease
 * did. Who talked has answered, and who only picked up has not: see `reportedEnd`. A browser's call that nobody came for stays as it was.
 */
export function reconcile(call: CallLog, lease: ExpiredLease, found: CarrierKnowledge, now: Date): Reconciliation {
  if (!mustEnd(call)) return { kind: 'release' };
  const isLiveAtCarrier = isReport(found) && isLive(found.status);
  if (isLiveAtCarrier && lease.owner === null && isWithinConnectWindow(call, now)) return { kind: 'wait' };
  const [end, reason] = endOf(call, lease, found);
  const ended = patchCall(call, { ...end, end_time_utc: lease.heard_at ?? lease.until }, now);
  const why = reason === RUNTIME_LOST ? reason : (call.error_message ?? reason);
  return { kind: 'end', changes: { ...ended, error_message: why }, hangUp: isLiveAtCarrier };
}

/** Whether the call has failed because its runtime was lost. */
export const isLost = ({ status, error_message }: CallLog): boolean =>
  status === 'failed' && error_message === RUNTIME_LOST;

/**
 * What is added to a call that was over before its runtime was known to be lost: why, where nothing says so, and a later
 * end to one that was settled, when it has left a later sign.
 */
export function patchAfterRuntimeLoss(call: CallLog, lastSign: string, now: Date): Partial<CallLog> {
  if (isLive(call.status)) return {};
  const isLater = call.end_time_utc !== null && Date.parse(lastSign) > Date.parse(call.end_time_utc);
  const changes = {
    ...(call.error_message === null && { error_message: RUNTIME_LOST }),
    ...(isLost(call) && isLater && ending(call.start_time_utc, lastSign)),
  };
  return Object.keys(changes).length === 0 ? {} : { ...changes, updated_at: now.toISOString() };
}

/** Whether the call goes on in the log. A browser that never came was never on the line. */
const mustEnd = ({ status, call_type }: CallLog): boolean =>
  isLive(status) && !(call_type === 'web' && status === 'initiated');

/** Whether it is not so long ago yet that the call was placed. */
export const isWithinConnectWindow = (call: CallLog, now: Date): boolean =>
  now.getTime() - Date.parse(call.created_at) < CONNECT_WINDOW_MS;

const hasTalked = (call: CallLog): boolean => call.start_time_utc !== null;

const isReport = (found: CarrierKnowledge): found is CarrierReport => found !== null && found !== 'unknown';

/** How it ended, and why. The carrier is believed where no runtime was lost. */
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
  if (hasTalked(call)) return owner === null ? 'The call was answered, but no runtime ever carried it' : RUNTIME_LOST;
  return found === null ? 'The carrier knows no such call' : 'The call was never connected';
}

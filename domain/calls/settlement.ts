import type { CarrierReport } from '../telephony/carrier-report.ts';
import { isLive, type CallLog, type CallPatch } from './call-log.ts';
import { patchCall } from './call-patch.ts';

/** Longer than this no call waits to be connected, whatever its carrier says. In milliseconds. */
const LONGEST_WAIT_MS = 180_000;

/** The lease of a call as it ran out. */
interface RunOut {
  readonly owner: string | null;
  readonly until: string;
}

/** What becomes of a call whose lease ran out. */
export type Settlement =
  /** Nothing: it only loses its slot. */
  | { readonly kind: 'forget' }
  /** It still rings, or is just being connected: it is looked after again later. */
  | { readonly kind: 'wait' }
  /** It is over. `hangUp`: but its carrier does not know that. */
  | { readonly kind: 'end'; readonly changes: Partial<CallLog>; readonly hangUp: boolean };

/** Whether the carrier has to be asked: for live calls that have one. */
export const needsCarrier = (call: CallLog): boolean => isLive(call.status) && call.telephony_provider !== null;

/**
 * Settles a call by what its carrier knows of it: a report, null when there is no such call, `unknown` when it cannot
 * tell or there is no carrier. The call ends as the carrier says, else `failed` when its lease did; who talked has
 * answered. A browser's call that nobody came for stays as it was.
 */
export function settlement(
  call: CallLog,
  lease: RunOut,
  found: CarrierReport | null | 'unknown',
  now: Date,
): Settlement {
  if (!mustEnd(call)) return { kind: 'forget' };
  const report = found === 'unknown' ? null : found;
  const goesOn = report !== null && isLive(report.status);
  if (goesOn && lease.owner === null && mayWait(call, now)) return { kind: 'wait' };
  const [end, reason] = report === null || goesOn ? [lost(call), lossOf(call, found)] : reported(call, report);
  const ended = patchCall(call, { ...end, end_time_utc: lease.until }, now);
  return { kind: 'end', changes: { ...ended, error_message: call.error_message ?? reason }, hangUp: goesOn };
}

/** Whether the call goes on in the log. A browser that never came was never on the line. */
const mustEnd = ({ status, call_type }: CallLog): boolean =>
  isLive(status) && !(call_type === 'web' && status === 'initiated');

/** Whether it is not so long ago yet that the call was placed. */
export const mayWait = (call: CallLog, now: Date): boolean =>
  now.getTime() - Date.parse(call.created_at) < LONGEST_WAIT_MS;

const hasTalked = (call: CallLog): boolean => call.start_time_utc !== null;

const lost = (call: CallLog): CallPatch => ({
  status: 'failed',
  call_response: hasTalked(call) ? 'answered' : call.status === 'ringing' ? 'no_answer' : 'failed',
});

function lossOf(call: CallLog, found: CarrierReport | null | 'unknown'): string {
  if (hasTalked(call)) return 'Whoever carried the call was lost';
  return found === null ? 'The carrier knows no such call' : 'The call was never connected';
}

/** The end as the carrier reports it, and why. Evidence of an answer stands for a missing disposition. */
function reported(call: CallLog, { status, response, isAnswered, cause }: CarrierReport): [CallPatch, string | null] {
  const said = response ?? (isAnswered || hasTalked(call) ? 'answered' : null);
  return [{ status, ...(said !== null && { call_response: said }) }, cause];
}

import { isLive, type CallLog, type CallLogStatus, type CallResponse } from '../calls/call-log.ts';

/** What a status says of the outcome where the disposition is missing. */
const BY_STATUS: Partial<Record<CallLogStatus, CallResponse>> = {
  busy: 'busy',
  no_answer: 'no_answer',
  failed: 'failed',
  canceled: 'canceled',
};

/** What a call that is over came to; null while it goes on, and as long as nobody said whether anybody picked up. */
export function outcomeOf(call: CallLog): CallResponse | null {
  if (isLive(call.status)) return null;
  const evidence = call.start_time_utc === null ? null : 'answered';
  return call.call_response ?? BY_STATUS[call.status] ?? evidence;
}

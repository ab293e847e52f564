import type { CarrierReport } from '../telephony/carrier-report.ts';
import type { CallLog, CallLogStatus, CallPatch, CallResponse } from './call-log.ts';
import { failureReason } from './failure-reason.ts';

/** Error message of a call that was picked up but never connected. Shown to users. */
const NEVER_CONNECTED = 'The call was picked up but never connected to its agent';

/**
 * Translates a carrier's report of a call's end. `answered` means that the agent was connected to a person. The carrier
 * knows only about the pickup. The start time in the log tells whether a runtime took the call with its media. A call
 * that was picked up and never connected fails: without reachable answer URLs every call ends like this. A failed call
 * gets the reason as its error message.
 */
export function reportedEnd(
  { start_time_utc }: Pick<CallLog, 'start_time_utc'>,
  { status, response, isAnswered, cause }: CarrierReport,
): CallPatch {
  const isConnected = start_time_utc !== null;
  const isPickedUp = response === 'answered' || (isAnswered && response !== 'voicemail');
  if (isPickedUp && !isConnected) {
    const why = cause === null ? NEVER_CONNECTED : `${NEVER_CONNECTED}: ${cause}`;
    return { status: 'failed', call_response: 'failed', error_message: why };
  }
  const disposition = response ?? (isConnected ? 'answered' : null);
  return {
    status,
    ...(disposition !== null && { call_response: disposition }),
    ...reasonOf(status, disposition, cause),
  };
}

function reasonOf(status: CallLogStatus, response: CallResponse | null, cause: string | null): CallPatch {
  const reason = status === 'failed' ? failureReason(response, cause) : null;
  return reason === null ? {} : { error_message: reason };
}

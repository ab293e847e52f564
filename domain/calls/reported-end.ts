import type { CarrierReport } from '../telephony/carrier-report.ts';
import type { CallLog, CallPatch } from './call-log.ts';

/** Why a call has failed that somebody picked up. It is shown to people. */
const NEVER_CONNECTED = 'Somebody picked up, but the call was never connected to its agent';

/**
 * What a carrier's report of a call's end comes to. `answered` means that the agent was connected to a person. A carrier
 * knows only that somebody picked up; whether the agent was connected the log knows, whose start is the moment in which a
 * runtime took the call with its media. A call that was picked up and never connected has failed: when answer URLs cannot
 * be reached, every call ends like this.
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
  return { status, ...(disposition !== null && { call_response: disposition }) };
}

import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import type { CallEnd } from '../_carrier/call-ends.ts';
import { BUSY, CANCELED, DECLINED, FAILED, OUT_OF_REACH, UNANSWERED, WRONG_NUMBER } from '../_carrier/call-ends.ts';

/** An event of a call. Missing values are empty. */
interface ReportedCall {
  readonly status: string;
  /** Reason of the status. */
  readonly detail: string;
  /** Duration of the answered call, in seconds. */
  readonly duration: string;
}

const LIVE: ReadonlyMap<string, Pick<CarrierReport, 'status' | 'isAnswered'>> = new Map([
  ['started', { status: 'initiated', isAnswered: false }],
  ['ringing', { status: 'ringing', isAnswered: false }],
  ['answered', { status: 'in_progress', isAnswered: true }],
]);

/** https://developer.vonage.com/en/voice/voice-api/webhook-reference - `disconnected` concerns a media socket, not a call. */
const ENDED: ReadonlyMap<string, CallEnd> = new Map([
  ['busy', BUSY],
  ['cancelled', CANCELED],
  ['unanswered', UNANSWERED],
  ['timeout', UNANSWERED],
  ['rejected', DECLINED],
  ['failed', FAILED],
]);

const BY_DETAIL: ReadonlyMap<string, CallEnd> = new Map([
  ['unanswered unavailable', OUT_OF_REACH],
  ['rejected restricted', FAILED],
  ['rejected invalid_number', WRONG_NUMBER],
  ['failed cannot_route', OUT_OF_REACH],
  ['failed number_out_of_service', WRONG_NUMBER],
]);

/**
 * Reports the state of a call. Null for an unknown status. A machine ends the call. Unanswered calls also end as
 * `completed`, after the status with the reason.
 */
export function reportOf({ status, detail, duration }: ReportedCall): CarrierReport | null {
  const live = LIVE.get(status);
  if (live) return { ...live, response: null, cause: null };
  if (status === 'machine') return { status: 'completed', response: 'voicemail', isAnswered: true, cause: status };
  if (status === 'completed') {
    const isAnswered = Number(duration) > 0;
    return { status, response: isAnswered ? 'answered' : null, isAnswered, cause: null };
  }
  const cause = `${status} ${detail}`.trim();
  const end = BY_DETAIL.get(cause) ?? ENDED.get(status);
  return end ? { status: end[0], response: end[1], isAnswered: false, cause } : null;
}

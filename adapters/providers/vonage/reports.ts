import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import {
  BUSY,
  CANCELED,
  DECLINED,
  type CallEnd,
  FAILED,
  OUT_OF_REACH,
  UNANSWERED,
  WRONG_NUMBER,
} from '../_carrier/call-ends.ts';

/** What Vonage tells of a call. Whatever it left out is empty. */
interface ToldCall {
  readonly status: string;
  /** Why it came to that. */
  readonly detail: string;
  /** How long it was talked, in seconds. */
  readonly duration: string;
}

const LIVE: ReadonlyMap<string, Pick<CarrierReport, 'status' | 'isAnswered'>> = new Map([
  ['started', { status: 'initiated', isAnswered: false }],
  ['ringing', { status: 'ringing', isAnswered: false }],
  ['answered', { status: 'in_progress', isAnswered: true }],
]);

/** https://developer.vonage.com/en/voice/voice-api/webhook-reference - `disconnected` is of a media socket, not of a call. */
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
 * What a call has come to, or null when the status is no word for that. With a machine it is over: nobody talks to one.
 * Calls that never were answered end as `completed`, too, behind the word that says why.
 */
export function reportOf({ status, detail, duration }: ToldCall): CarrierReport | null {
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

import type { AnsweredBy, CarrierReport } from '../../../domain/telephony/carrier-report.ts';
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

/** What a carrier that speaks TwiML tells of a call. Whatever it left out is empty. */
interface ReportedCall {
  /** Its word for the status. */
  readonly status: string;
  /** The SIP response that ended it, where that was one of three digits. */
  readonly sipCode: string;
  /** Its name for what ended it. */
  readonly cause: string;
  /** Its word for who picked up. */
  readonly answeredBy: string;
  /** Whether there is more evidence of an answer than the status. */
  readonly isAnswered: boolean;
}

const LIVE: ReadonlyMap<string, Pick<CarrierReport, 'status' | 'isAnswered'>> = new Map([
  ['queued', { status: 'initiated', isAnswered: false }],
  ['initiated', { status: 'initiated', isAnswered: false }],
  ['ringing', { status: 'ringing', isAnswered: false }],
  ['in-progress', { status: 'in_progress', isAnswered: true }],
]);

/** The words for an end that say by themselves how it came to it. */
const BY_STATUS: ReadonlyMap<string, CallEnd> = new Map([
  ['busy', BUSY],
  ['no-answer', UNANSWERED],
  ['canceled', CANCELED],
]);

/** The words for an end that leave open why. */
const UNSPECIFIC = new Set(['completed', 'failed']);

/** https://www.iana.org/assignments/sip-parameters - what is not listed here is the carriers' own fault, or ours. */
const BY_SIP_CODE: ReadonlyMap<string, CallEnd> = new Map([
  ['404', WRONG_NUMBER],
  ['408', OUT_OF_REACH],
  ['410', WRONG_NUMBER],
  ['480', OUT_OF_REACH],
  ['484', WRONG_NUMBER],
  ['486', BUSY],
  ['600', BUSY],
  ['603', DECLINED],
  ['604', WRONG_NUMBER],
  ['607', DECLINED],
  ['608', DECLINED],
]);

/** https://developers.telnyx.com/api-reference/callbacks/call-hangup - the others end calls that were answered, or say nothing. */
const BY_CAUSE: ReadonlyMap<string, CallEnd> = new Map([
  ['user_busy', BUSY],
  ['call_rejected', DECLINED],
  ['originator_cancel', CANCELED],
  ['timeout', UNANSWERED],
  ['no_answer', UNANSWERED],
  ['not_found', WRONG_NUMBER],
  ['unallocated_number', WRONG_NUMBER],
]);

/** Who picked up, by the carrier's word for it. */
export function answererOf(word: string): AnsweredBy {
  if (word.startsWith('human')) return 'person';
  return word.startsWith('machine') || word.startsWith('fax') ? 'machine' : 'unknown';
}

/** What a call has come to, or null when the status is no word for that. */
export function reportOf(call: ReportedCall): CarrierReport | null {
  const live = LIVE.get(call.status);
  if (live) return { ...live, response: null, cause: null };
  if (!BY_STATUS.has(call.status) && !UNSPECIFIC.has(call.status)) return null;
  const answerer = answererOf(call.answeredBy);
  const known = BY_SIP_CODE.get(call.sipCode) ?? BY_CAUSE.get(call.cause);
  const isAnswered = call.isAnswered || answerer !== 'unknown' || (call.status === 'completed' && !known);
  const [status, response] = isAnswered ? answered(answerer) : unanswered(call.status, known);
  return { status, response, isAnswered, cause: causeOf(call) };
}

const answered = (answerer: AnsweredBy): CallEnd => ['completed', answerer === 'machine' ? 'voicemail' : 'answered'];

/** Carriers call a declined call busy or unanswered, as they like. */
function unanswered(status: string, known: CallEnd | undefined): CallEnd {
  const byStatus = BY_STATUS.get(status);
  return byStatus && known !== DECLINED ? byStatus : (known ?? FAILED);
}

function causeOf({ sipCode, cause }: ReportedCall): string | null {
  const words = [/^\d{3}$/.test(sipCode) ? `SIP ${sipCode}` : '', cause].filter((each) => each !== '');
  return words.length === 0 ? null : words.join(' ');
}

import type { AnsweredBy, CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import type { CallEnd } from '../_carrier/call-ends.ts';
import { BUSY, CANCELED, DECLINED, FAILED, OUT_OF_REACH, UNANSWERED, WRONG_NUMBER } from '../_carrier/call-ends.ts';

/** A call as a TwiML carrier reports it. Missing values are empty. */
interface ReportedCall {
  /** Status as the carrier names it. */
  readonly status: string;
  /** SIP response code that ended the call, if it has three digits. */
  readonly sipCode: string;
  /** Hangup cause as the carrier names it. */
  readonly cause: string;
  /** Result of answering-machine detection as the carrier names it. */
  readonly answeredBy: string;
  /** Whether more than the status shows an answer. */
  readonly isAnswered: boolean;
}

const LIVE: ReadonlyMap<string, Pick<CarrierReport, 'status' | 'isAnswered'>> = new Map([
  ['queued', { status: 'initiated', isAnswered: false }],
  ['initiated', { status: 'initiated', isAnswered: false }],
  ['ringing', { status: 'ringing', isAnswered: false }],
  ['in-progress', { status: 'in_progress', isAnswered: true }],
]);

/** Final statuses that state the disposition. */
const BY_STATUS: ReadonlyMap<string, CallEnd> = new Map([
  ['busy', BUSY],
  ['no-answer', UNANSWERED],
  ['canceled', CANCELED],
]);

/** Final statuses that do not state the disposition. */
const UNSPECIFIC = new Set(['completed', 'failed']);

/** https://www.iana.org/assignments/sip-parameters - unlisted codes are faults of the carrier or the platform. */
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

/** https://developers.telnyx.com/api-reference/callbacks/call-hangup - unlisted causes end answered calls, or are unspecific. */
const BY_CAUSE: ReadonlyMap<string, CallEnd> = new Map([
  ['user_busy', BUSY],
  ['call_rejected', DECLINED],
  ['originator_cancel', CANCELED],
  ['timeout', UNANSWERED],
  ['no_answer', UNANSWERED],
  ['not_found', WRONG_NUMBER],
  ['unallocated_number', WRONG_NUMBER],
]);

/** Maps the carrier's answering-machine result. */
export function answererOf(word: string): AnsweredBy {
  if (word.startsWith('human')) return 'person';
  return word.startsWith('machine') || word.startsWith('fax') ? 'machine' : 'unknown';
}

/** Reports the state of a call. Null for an unknown status. */
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

/** Carriers report a declined call as busy or unanswered. */
function unanswered(status: string, known: CallEnd | undefined): CallEnd {
  const byStatus = BY_STATUS.get(status);
  return byStatus && known !== DECLINED ? byStatus : (known ?? FAILED);
}

function causeOf({ sipCode, cause }: ReportedCall): string | null {
  const words = [/^\d{3}$/.test(sipCode) ? `SIP ${sipCode}` : '', cause].filter((each) => each !== '');
  return words.length === 0 ? null : words.join(' ');
}

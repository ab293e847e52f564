import type { CallEnd } from '../_carrier/call-ends.ts';
import { BUSY, CANCELED, DECLINED, FAILED, OUT_OF_REACH, UNANSWERED, WRONG_NUMBER } from '../_carrier/call-ends.ts';

/** Hung up. Does not show whether the call was answered. */
const ENDED: EndStatus = ['completed', null];

type EndStatus = readonly [status: CallEnd[0], response: CallEnd[1] | null];

/** https://www.plivo.com/docs/voice/concepts/hangup-causes - unlisted causes and faults of the platform count as failed. */
const BY_CODE: ReadonlyMap<string, EndStatus> = new Map([
  ['1000', CANCELED],
  ['2000', WRONG_NUMBER],
  ['2010', OUT_OF_REACH],
  ['2020', OUT_OF_REACH],
  ['3000', UNANSWERED],
  ['3010', BUSY],
  ['3020', DECLINED],
  ['3040', WRONG_NUMBER],
  ['3050', WRONG_NUMBER],
  ['3070', OUT_OF_REACH],
  ['3080', OUT_OF_REACH],
  ['3090', OUT_OF_REACH],
  ['3100', BUSY],
  ['3110', DECLINED],
  ['3120', WRONG_NUMBER],
  ['4000', ENDED],
  ['4010', ENDED],
  ['4020', ENDED],
  ['4030', ENDED],
  ['6000', ENDED],
  ['6010', UNANSWERED],
  ['9100', ['completed', 'voicemail']],
]);

const BY_NAME: ReadonlyMap<string, EndStatus> = new Map([
  ['NORMAL_CLEARING', ENDED],
  ['USER_BUSY', BUSY],
  ['NO_ANSWER', UNANSWERED],
  ['ORIGINATOR_CANCEL', CANCELED],
  ['CALL_REJECTED', DECLINED],
  ['REJECTED', DECLINED],
  ['UNALLOCATED_NUMBER', WRONG_NUMBER],
  ['INVALID_NUMBER', WRONG_NUMBER],
  ['DESTINATION_OUT_OF_ORDER', OUT_OF_REACH],
  ['SWITCH_CONGESTION', OUT_OF_REACH],
]);

const BY_STATUS: ReadonlyMap<string, EndStatus> = new Map([
  ['completed', ENDED],
  ['busy', BUSY],
  ['no-answer', UNANSWERED],
  ['timeout', UNANSWERED],
  ['cancel', CANCELED],
  ['canceled', CANCELED],
  ['cancelled', CANCELED],
  ['failed', FAILED],
]);

/** Why a call ended, as the carrier reports it. Missing values are empty. */
export interface HangupCause {
  readonly code: string;
  readonly name: string;
  readonly callStatus: string;
  /** Whether a person or a machine answered. */
  readonly isAnswered: boolean;
}

/** 7011 to 7034: Plivo could not fetch the answer URL. 8011 to 8014: it could not parse the answer document. */
const ANSWER_FAULTS = ['70', '80'];

/**
 * Maps a hangup cause to status and disposition. The code decides first, because Plivo also sends the status
 * `completed` for unanswered calls. A fault of the answer document means failed, even when the call was answered.
 */
export function endOf({ code, name, callStatus, isAnswered }: HangupCause): EndStatus {
  const known = BY_CODE.get(code) ?? BY_NAME.get(name) ?? (/^[1-9]/.test(code) ? FAILED : BY_STATUS.get(callStatus));
  if (ANSWER_FAULTS.some((fault) => code.length === 4 && code.startsWith(fault))) return FAILED;
  if (isAnswered) return known?.[1] === 'voicemail' ? known : ['completed', 'answered'];
  return known ?? FAILED;
}

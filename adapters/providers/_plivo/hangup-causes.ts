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

/** It was hung up, which says nothing of whether somebody had picked up. */
const ENDED: EndStatus = ['completed', null];

type EndStatus = readonly [status: CallEnd[0], response: CallEnd[1] | null];

/** https://www.plivo.com/docs/voice/concepts/hangup-causes - what is not listed there, or is our own fault, failed. */
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

/** What ended a call, as the carrier tells it. Whatever it left out is empty. */
export interface HangupCause {
  readonly code: string;
  readonly name: string;
  readonly callStatus: string;
  /** Whether somebody or a machine picked up. */
  readonly isAnswered: boolean;
}

/** 7011 to 7034: our answer URL could not be asked. 8011 to 8014: its document could not be read. */
const ANSWER_FAULTS = ['70', '80'];

/**
 * What a call came to. The code says most; the status says `completed` of calls that never were answered, too. Nobody was
 * connected to whom picked up when the carrier got no answer document.
 */
export function endOf({ code, name, callStatus, isAnswered }: HangupCause): EndStatus {
  const known = BY_CODE.get(code) ?? BY_NAME.get(name) ?? (/^[1-9]/.test(code) ? FAILED : BY_STATUS.get(callStatus));
  if (ANSWER_FAULTS.some((fault) => code.length === 4 && code.startsWith(fault))) return FAILED;
  if (isAnswered) return known?.[1] === 'voicemail' ? known : ['completed', 'answered'];
  return known ?? FAILED;
}

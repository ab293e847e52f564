/** The end of a simulated call, in Plivo's terms. */
export interface HangUp {
  readonly callStatus: 'completed' | 'busy' | 'no-answer' | 'failed' | 'cancel';
  readonly code: number;
  /** The raw cause, and the name of its code. */
  readonly cause: string;
  readonly name: string;
  readonly source: 'Caller' | 'Callee' | 'Plivo' | 'API Request' | 'Answer XML' | 'Error';
}

const end =
  (callStatus: HangUp['callStatus'], code: number, cause: string, name: string) =>
  (source: HangUp['source']): HangUp => ({ callStatus, code, cause, name, source });

export const NORMAL = end('completed', 4000, 'NORMAL_CLEARING', 'Normal Hangup');
export const END_OF_XML = end('completed', 4010, 'NORMAL_CLEARING', 'End Of XML Instructions')('Plivo');
export const TIME_LIMIT = end('completed', 6000, 'NORMAL_CLEARING', 'Scheduled Hangup')('Plivo');
export const CANCELED = end('cancel', 1000, 'ORIGINATOR_CANCEL', 'Cancelled');
export const BUSY = end('busy', 3010, 'USER_BUSY', 'Busy Line');
export const DECLINED = end('busy', 3020, 'CALL_REJECTED', 'Rejected');
export const NO_ANSWER = end('no-answer', 3000, 'NO_ANSWER', 'No Answer');
export const FAILED = end('failed', 5010, 'SERVER_ERROR', 'Internal Error')('Error');
export const NO_DOCUMENT = end('failed', 7011, 'NORMAL_CLEARING', 'Error Reaching Answer URL')('Error');
export const BAD_DOCUMENT = end('failed', 8011, 'NORMAL_CLEARING', 'Invalid Answer XML')('Error');

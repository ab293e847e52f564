import type { CallLogStatus, CallResponse } from '../../../domain/calls/call-log.ts';

/** How a call ended: its status, and its disposition where the carrier reports one. */
export type CallEnd = readonly [status: CallLogStatus, response: CallResponse];

export const BUSY: CallEnd = ['busy', 'busy'];
export const DECLINED: CallEnd = ['busy', 'declined'];
export const UNANSWERED: CallEnd = ['no_answer', 'no_answer'];
export const CANCELED: CallEnd = ['canceled', 'canceled'];
export const WRONG_NUMBER: CallEnd = ['failed', 'invalid_number'];
export const OUT_OF_REACH: CallEnd = ['failed', 'unreachable'];
export const FAILED: CallEnd = ['failed', 'failed'];

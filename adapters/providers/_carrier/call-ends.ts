import type { CallLogStatus, CallResponse } from '../../../domain/calls/call-log.ts';

/** How a call ended: its status, and its disposition where the carrier's word tells that too. */
export type End = readonly [status: CallLogStatus, response: CallResponse];

export const BUSY: End = ['busy', 'busy'];
export const DECLINED: End = ['busy', 'declined'];
export const UNANSWERED: End = ['no_answer', 'no_answer'];
export const CANCELED: End = ['canceled', 'canceled'];
export const WRONG_NUMBER: End = ['failed', 'invalid_number'];
export const OUT_OF_REACH: End = ['failed', 'unreachable'];
export const FAILED: End = ['failed', 'failed'];

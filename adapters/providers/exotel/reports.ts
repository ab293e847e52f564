import type { CarrierReport } from '../../../domain/telephony/carrier-report.ts';
import { BUSY, CANCELED, type CallEnd, FAILED, UNANSWERED } from '../_carrier/call-ends.ts';

const ENDED: ReadonlyMap<string, CallEnd> = new Map([
  ['completed', ['completed', 'answered']],
  ['busy', BUSY],
  ['no-answer', UNANSWERED],
  ['canceled', CANCELED],
  ['failed', FAILED],
]);

/**
 * Reports the state of a call. Null for an unknown status. Exotel sends `in-progress` from the dial on; only the event
 * `answered` shows an answer.
 */
export function reportOf(status: string, event = ''): CarrierReport | null {
  const end = ENDED.get(status);
  if (end) return { status: end[0], response: end[1], isAnswered: status === 'completed', cause: status };
  const ongoing = { response: null, cause: null };
  if (event === 'answered') return { status: 'in_progress', isAnswered: true, ...ongoing };
  if (status === 'in-progress' || status === 'ringing') return { status: 'ringing', isAnswered: false, ...ongoing };
  return status === 'queued' ? { status: 'initiated', isAnswered: false, ...ongoing } : null;
}

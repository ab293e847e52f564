import type { CallLog } from './call-log.ts';

const E164 = /^\+[1-9]\d{6,14}$/;

/** The number of the person on a call, in E.164. Null: a browser call, or a caller without a number. */
export function callerNumber({
  call_type,
  from_number,
  to_number,
}: Pick<CallLog, 'call_type' | 'from_number' | 'to_number'>): string | null {
  const number = call_type === 'outbound' ? to_number : from_number;
  return call_type !== 'web' && E164.test(number) ? number : null;
}

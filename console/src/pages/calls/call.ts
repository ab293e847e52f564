import type { components } from '../../api.ts';

/** A call as the API answers it. */
export type Call = components['schemas']['CallLogResponse'];

/** What is known of a call's state, in one word of a closed list. */
export type CallState = Call['status'] | NonNullable<Call['call_response']>;

const LIVE: ReadonlySet<Call['status']> = new Set(['initiated', 'ringing', 'in_progress']);

/** Whether the call still goes on. */
export const isLive = ({ status }: Pick<Call, 'status'>): boolean => LIVE.has(status);

/**
 * How the call stands, or how it ended: what became of the callee says more than the state of the line, but for a call
 * that failed after somebody had answered.
 */
export function stateOf({ status, call_response: response }: Pick<Call, 'status' | 'call_response'>): CallState {
  if (isLive({ status }) || (status === 'failed' && response === 'answered')) return status;
  return response ?? status;
}

/** How a state is felt. */
export function toneOf(state: CallState): 'good' | 'warn' | 'bad' | 'info' | 'plain' {
  if (state === 'answered' || state === 'completed') return 'good';
  if (state === 'initiated' || state === 'ringing' || state === 'in_progress') return 'info';
  if (state === 'failed' || state === 'invalid_number' || state === 'unreachable') return 'bad';
  return state === 'canceled' ? 'plain' : 'warn';
}

/** The number at the other end; null where it is a browser. */
export function peerOf(call: Pick<Call, 'call_type' | 'from_number' | 'to_number'>): string | null {
  if (call.call_type === 'web') return null;
  return call.call_type === 'inbound' ? call.from_number : call.to_number;
}

/** Whether what the call leaves behind may still arrive: it ended a moment ago. */
export function isSettling(call: Pick<Call, 'status' | 'updated_at' | 'recording_url' | 'start_time_utc'>, now: Date) {
  if (isLive(call) || call.recording_url !== null || call.start_time_utc === null) return false;
  return now.getTime() - Date.parse(call.updated_at) < SETTLING_MS;
}

const SETTLING_MS = 60_000;

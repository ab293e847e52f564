import type { components } from '../../api.ts';

/** A call as the API answers it. */
export type Call = components['schemas']['CallLogResponse'];

/** What is known of a call's state, in one word of a closed list. */
export type CallState = Call['status'] | NonNullable<Call['call_response']> | 'cut_off';

const LIVE: ReadonlySet<Call['status']> = new Set(['initiated', 'ringing', 'in_progress']);

/** Whether the call is live. */
export const isLive = ({ status }: Pick<Call, 'status'>): boolean => LIVE.has(status);

/**
 * State of a call: its response if it has ended, otherwise its status. A call that failed after it was answered is
 * `cut_off`.
 */
export function stateOf({ status, call_response: response }: Pick<Call, 'status' | 'call_response'>): CallState {
  if (isLive({ status })) return status;
  if (status === 'failed' && response === 'answered') return 'cut_off';
  return response ?? status;
}

const BAD: ReadonlySet<CallState> = new Set(['failed', 'cut_off', 'invalid_number', 'unreachable']);

/** Tone of a state. */
export function toneOf(state: CallState): 'good' | 'warn' | 'bad' | 'info' | 'plain' {
  if (state === 'answered' || state === 'completed') return 'good';
  if (state === 'initiated' || state === 'ringing' || state === 'in_progress') return 'info';
  if (BAD.has(state)) return 'bad';
  return state === 'canceled' ? 'plain' : 'warn';
}

/** The number at the other end; null where it is a browser. */
export function peerOf(call: Pick<Call, 'call_type' | 'from_number' | 'to_number'>): string | null {
  if (call.call_type === 'web') return null;
  return call.call_type === 'inbound' ? call.from_number : call.to_number;
}

type EndedCall = Pick<Call, 'status' | 'call_response' | 'updated_at' | 'recording_url' | 'start_time_utc'>;

/** Whether what the call leaves behind may still arrive: it ended a moment ago, or its runtime has yet to come back. */
export function isAwaitingArtifacts(call: EndedCall, now: Date): boolean {
  if (isLive(call) || call.recording_url !== null || call.start_time_utc === null) return false;
  return isCutOff(call) || now.getTime() - Date.parse(call.updated_at) < DELIVERY_MS;
}

/** Whether a cost may be recorded: with what a conversation leaves behind, or when that is overdue after one. */
export function hasCost(call: EndedCall & Pick<Call, 'transcript_url' | 'end_reason'>, now: Date): boolean {
  if (isLive(call) || call.start_time_utc === null) return false;
  if (call.recording_url !== null || call.transcript_url !== null) return true;
  return (call.end_reason ?? null) !== null && !isAwaitingArtifacts(call, now);
}

/** Whether the call failed after it was answered, for example because its runtime crashed. */
export const isCutOff = (call: Pick<Call, 'status' | 'call_response'>): boolean => stateOf(call) === 'cut_off';

const DELIVERY_MS = 60_000;

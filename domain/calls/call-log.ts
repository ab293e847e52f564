export const CALL_TYPES = ['inbound', 'outbound', 'web'] as const;
export type CallType = (typeof CALL_TYPES)[number];

export const CALL_STATUSES = [
  'initiated',
  'ringing',
  'in_progress',
  'completed',
  'busy',
  'no_answer',
  'failed',
  'canceled',
] as const;
export type CallLogStatus = (typeof CALL_STATUSES)[number];

export const CALL_RESPONSES = [
  'answered',
  'busy',
  'no_answer',
  'voicemail',
  'declined',
  'canceled',
  'invalid_number',
  'unreachable',
  'failed',
] as const;
export type CallResponse = (typeof CALL_RESPONSES)[number];

/** One call, from its registration to its end. */
export interface CallLog {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string | null;
  readonly call_type: CallType;
  readonly status: CallLogStatus;
  readonly call_response: CallResponse | null;
  readonly from_number: string;
  readonly to_number: string;
  readonly telephony_provider: string | null;
  readonly provider_call_sid: string | null;
  readonly custom_variables: Readonly<Record<string, unknown>>;
  readonly created_at: string;
  readonly updated_at: string;
  readonly start_time_utc: string | null;
  readonly end_time_utc: string | null;
  readonly duration: number | null;
  readonly recording_url: string | null;
  readonly transcript_url: string | null;
  readonly error_message: string | null;
  readonly campaign_id: string | null;
  readonly queued_run_id: string | null;
}

/** What a PATCH may carry, understood and not empty. Spec: Calls. */
export interface CallPatch {
  readonly transcript_url?: string;
  readonly recording_url?: string;
  readonly end_time_utc?: string;
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse;
}

const LIVE: ReadonlySet<CallLogStatus> = new Set(['initiated', 'ringing', 'in_progress']);

/** Whether a call in this status may still go on. The others are terminal and absorbing. */
export const isLive = (status: CallLogStatus): boolean => LIVE.has(status);

const RESERVATION_MS = 60_000;

/** The moment from which on a call that is still `initiated` holds one of its organisation's slots. */
export const liveSince = (now: Date): string => new Date(now.getTime() - RESERVATION_MS).toISOString();

/** A new web call: `browser` talks to `agent`. */
export function webCall(facts: {
  call_id: string;
  org_id: string;
  agent_id: string;
  agent_name: string;
  custom_variables: Readonly<Record<string, unknown>>;
  now: Date;
}): CallLog {
  const { now, ...rest } = facts;
  return {
    ...rest,
    call_type: 'web',
    status: 'initiated',
    call_response: null,
    from_number: 'browser',
    to_number: 'agent',
    telephony_provider: null,
    provider_call_sid: null,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    start_time_utc: null,
    end_time_utc: null,
    duration: null,
    recording_url: null,
    transcript_url: null,
    error_message: null,
    campaign_id: null,
    queued_run_id: null,
  };
}

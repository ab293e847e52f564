import type { Unverified } from './call-shares.ts';

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
  /** Of what kind an unverified call is; no field of any other call. */
  readonly unverified?: Unverified;
  /** Of an anonymous call alone: whether its caller has said and typed nothing. Analytics leave it out while it is true. */
  readonly without_speech?: boolean;
}

/** What a PATCH may carry, understood and not empty. Spec: Calls; `provider_call_sid` and `error_message` are our own additions. */
export interface CallPatch {
  readonly transcript_url?: string;
  readonly recording_url?: string;
  readonly end_time_utc?: string;
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse;
  /** The carrier's id of the call, for carriers that tell it only when somebody picks up. */
  readonly provider_call_sid?: string;
  /** Why the call failed. It is shown to people. */
  readonly error_message?: string;
  /** That the caller of an anonymous call said or typed something. */
  readonly caller_spoke?: true;
}

const LIVE: ReadonlySet<CallLogStatus> = new Set(['initiated', 'ringing', 'in_progress']);

/** Whether a call in this status may still go on. The others are terminal. */
export const isLive = (status: CallLogStatus): boolean => LIVE.has(status);

/** What is known of every call when it is registered. */
interface Registration {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  readonly now: Date;
}

type Variables = Readonly<Record<string, unknown>>;

/** A new web call: `browser` talks to `agent`. */
export const webCall = (facts: Registration & { custom_variables: Variables; isAnonymous?: boolean }): CallLog => ({
  ...registered(facts, {
    call_type: 'web',
    from_number: 'browser',
    to_number: 'agent',
    telephony_provider: null,
    provider_call_sid: null,
    custom_variables: facts.custom_variables,
  }),
  ...(facts.isAnonymous === true && { unverified: 'anonymous', without_speech: true }),
});

/** A new outbound call, which its carrier was not asked for yet. */
export const outboundCall = (
  facts: Registration &
    Pick<CallLog, 'from_number' | 'to_number' | 'custom_variables'> & { telephony_provider: string },
): CallLog =>
  registered(facts, {
    call_type: 'outbound',
    from_number: facts.from_number,
    to_number: facts.to_number,
    telephony_provider: facts.telephony_provider,
    provider_call_sid: null,
    custom_variables: facts.custom_variables,
  });

/** A new inbound call, which its carrier knows already. */
export const inboundCall = (
  facts: Registration &
    Pick<CallLog, 'from_number' | 'to_number'> & {
      telephony_provider: string;
      provider_call_sid: string;
      isUnsigned?: boolean;
    },
): CallLog => ({
  ...registered(facts, {
    call_type: 'inbound',
    from_number: facts.from_number,
    to_number: facts.to_number,
    telephony_provider: facts.telephony_provider,
    provider_call_sid: facts.provider_call_sid,
    custom_variables: {},
  }),
  ...(facts.isUnsigned === true && { unverified: 'unsigned' }),
});

type OfItsType = Pick<
  CallLog,
  'call_type' | 'from_number' | 'to_number' | 'telephony_provider' | 'provider_call_sid' | 'custom_variables'
>;

const registered = ({ call_id, org_id, agent_id, agent_name, now }: Registration, ofItsType: OfItsType): CallLog => ({
  call_id,
  org_id,
  agent_id,
  agent_name,
  ...ofItsType,
  status: 'initiated',
  call_response: null,
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
});

/**
 * Whether a person was reached: somebody answered, whatever became of the call afterwards; a machine is nobody. This one
 * rule counts connected calls and reached contacts: each contact whose attempts are over is either reached, or one of
 * those of whom a redial takes all that have a number. Spec: analytics, rule 1.
 */
export const isReached = (response: string | null): boolean => response === 'answered';

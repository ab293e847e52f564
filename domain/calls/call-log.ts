import type { EndReason } from '../voice/conversation-events.ts';
import type { AgentVisit } from './agent-record.ts';
import type { VoicemailMessage } from '../voice/voicemail-state.ts';
import type { PreCallRecord, PreCallReport } from './pre-call-record.ts';
import type { AnswerRecord, WrongAnswer } from './answer-record.ts';
import type { ToolCallRecord } from './tool-call-record.ts';
import type { MachineReport } from './machine-report.ts';
import type { TransferPatch, TransferRecord } from './transfer-record.ts';
import type { RecordingConsent } from './consent-record.ts';
import type { DoNotCallRequest } from './do-not-call-request.ts';
import type { StageRecord } from './stage-record.ts';
import type { UnverifiedKind } from './call-shares.ts';

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

/** A call, from registration to end. */
export interface CallLog {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string | null;
  /**
   * The version of the agent: at first the published one, from the claim on the one that the call runs. Null: what it
   * runs is not a version. Absent: not recorded.
   */
  readonly agent_version?: number | null;
  /**
   * The canary that decided which version the call runs, and counts it. Null: it left the comparison, because its runtime ran
   * another version than it decided.
   */
  readonly canary_id?: string | null;
  /** Only of a call that tries its agent: the revision of the draft, or the stored version, as `version:7`. */
  readonly agent_draft?: string;
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
  /** Set only for unverified calls. */
  readonly unverified?: UnverifiedKind;
  /** Set only for web calls that a program registered for the visitor of a page. */
  readonly registered_with?: 'api_key';
  /**
   * Anonymous calls only: true until the caller says or types something. Analytics exclude the call while it is true.
   */
  readonly without_speech?: boolean;
  /** Present once the pre-call request of an inbound call has ended. */
  readonly pre_call?: PreCallRecord;
  /** Why the conversation ended. Present once its runtime has reported it. */
  readonly end_reason?: EndReason;
  /** Present once a call has ended that a mailbox answered, where the agent leaves messages. */
  readonly voicemail_message?: VoicemailMessage;
  /** Present once the caller of an agent that asks before it records has decided, or the call ended before. */
  readonly recording_consent?: RecordingConsent;
  /** Present once the person on the call asked not to be called again, and the number was suppressed. */
  readonly do_not_call?: DoNotCallRequest;
  /** Present once a carrier reported a machine to a runtime that does not run the call, where the agent leaves messages. */
  readonly machine?: MachineReport;
  /** Present once its agent called tools that act. */
  readonly tool_calls?: readonly ToolCallRecord[];
  /** Present once the runtime delivered the answers of an agent with a knowledge base. */
  readonly answers?: readonly AnswerRecord[];
  /** Answers that members marked as wrong. */
  readonly wrong_answers?: readonly WrongAnswer[];
  /** How many of its answers are gaps. Null or absent: none. */
  readonly gaps?: number | null;
  /** Present once the agent tried to transfer the call. */
  readonly transfers?: readonly TransferRecord[];
  /** Present once the conversation of an agent with stages has begun. */
  readonly stages?: StageRecord;
  /** Present once the call was handed over: the agents that spoke, in their order. */
  readonly agents?: readonly AgentVisit[];
}

/** Validated fields of a PATCH, not empty. Spec: Calls. `provider_call_sid` and `error_message` are additions. */
export interface CallPatch {
  readonly transcript_url?: string;
  readonly recording_url?: string;
  readonly end_time_utc?: string;
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse;
  /** The carrier's id of the call, for carriers that report it only after the answer. */
  readonly provider_call_sid?: string;
  /** Why the call failed. Shown to users. */
  readonly error_message?: string;
  /** The caller of an anonymous call said or typed something. */
  readonly caller_spoke?: true;
  readonly end_reason?: EndReason;
  readonly voicemail_message?: VoicemailMessage;
  readonly recording_consent?: RecordingConsent;
  readonly do_not_call?: DoNotCallRequest;
  readonly machine?: MachineReport;
  /** From the runtime. Its variables join those of the call. */
  readonly pre_call?: PreCallRecord & PreCallReport;
  readonly tool_calls?: readonly ToolCallRecord[];
  readonly answers?: readonly AnswerRecord[];
  /** News of one transfer. */
  readonly transfer?: TransferPatch;
  readonly stages?: StageRecord;
  readonly agents?: readonly AgentVisit[];
}

/** The call without the words of its answers, and of their marks. */
export function withoutWords<Call extends CallLog>(call: Call): Call {
  const { answers: _answers, wrong_answers: _marks, ...rest } = call;
  return rest as Call;
}

const LIVE: ReadonlySet<CallLogStatus> = new Set(['initiated', 'ringing', 'in_progress']);

/** Whether the status is not terminal. */
export const isLive = (status: CallLogStatus): boolean => LIVE.has(status);

/** Facts known at registration of every call. */
interface Registration {
  readonly call_id: string;
  readonly org_id: string;
  readonly agent_id: string;
  readonly agent_name: string;
  /** Its published version, if it has one. Null: the call tries a draft or another version. */
  readonly agent_version?: number | null | undefined;
  /** The canary that decided the version. */
  readonly canary_id?: string | undefined;
  readonly now: Date;
}

/** What of its agent a call runs. */
export type RanAgent = Pick<CallLog, 'agent_version' | 'agent_draft' | 'canary_id'>;

/** What a call runs of this agent. */
export const ranAgent = ({ version }: { readonly version?: number }): RanAgent => ({ agent_version: version ?? null });

type Variables = Readonly<Record<string, unknown>>;

/** Creates a web call, from `browser` to `agent`. */
export const webCall = (
  facts: Registration & {
    custom_variables: Variables;
    isAnonymous?: boolean;
    isOfPage?: boolean;
    agent_draft?: string | undefined;
  },
): CallLog => ({
  ...registered(facts, {
    call_type: 'web',
    from_number: 'browser',
    to_number: 'agent',
    telephony_provider: null,
    provider_call_sid: null,
    custom_variables: facts.custom_variables,
  }),
  ...(facts.agent_draft !== undefined && { agent_draft: facts.agent_draft }),
  ...(facts.isOfPage === true && { registered_with: 'api_key' }),
  ...(facts.isAnonymous === true && { unverified: 'anonymous', without_speech: true }),
});

/** Creates an outbound call that is not dialled yet. */
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

/** Creates an inbound call, which has a carrier id already. */
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

const registered = (
  { call_id, org_id, agent_id, agent_name, agent_version, canary_id, now }: Registration,
  ofItsType: OfItsType,
): CallLog => ({
  call_id,
  org_id,
  agent_id,
  agent_name,
  ...(agent_version !== undefined && { agent_version }),
  ...(canary_id !== undefined && { canary_id }),
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
 * Whether a person was reached: the call was answered by a person, whatever happened after. Connected calls and reached
 * contacts are counted by this rule alone. A contact without further attempts is either reached or not. A redial takes
 * those not reached that have a valid number. Spec: analytics, rule 1.
 */
export const isReached = (response: string | null): boolean => response === 'answered';

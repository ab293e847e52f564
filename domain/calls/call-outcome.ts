import type { CallLogStatus, CallResponse } from './call-log.ts';
import type { EndReason } from '../voice/conversation-events.ts';
import type { VoicemailMessage } from '../voice/voicemail-state.ts';
import type { AgentVisit } from './agent-record.ts';
import type { RecordingConsent } from './consent-record.ts';
import type { StageRecord } from './stage-record.ts';
import type { DoNotCallRequest } from './do-not-call-request.ts';
import type { CallMetricsBody } from './call-metrics.ts';

/** How a call ended, as the runtime reports it. */
export interface CallOutcome {
  readonly status: CallLogStatus;
  readonly call_response: CallResponse;
  readonly end_time_utc: string;
  /** Why it failed, when known. */
  readonly error_message?: string;
  /** Why the conversation ended. Absent when it did not start. */
  readonly end_reason?: EndReason;
  /** Whether the message for a mailbox was left. */
  readonly voicemail_message?: VoicemailMessage;
  /** Of an agent that asks before it records. */
  readonly recording_consent?: RecordingConsent;
  /** Of an agent whose callers can ask not to be called again. */
  readonly do_not_call?: DoNotCallRequest;
  /** Of an agent with stages. */
  readonly stages?: StageRecord;
  /** Of a call that was handed over. */
  readonly agents?: readonly AgentVisit[];
  /** The caller of an anonymous call said or typed something. */
  readonly caller_spoke?: true;
  /** Null when nothing was measured. */
  readonly metrics: CallMetricsBody | null;
}

/** Artifacts written during the call. */
export type KeptPart = 'recording' | 'transcript';

/** Adds to the outcome that artifacts are incomplete. `isFull`: because the disk was full. */
export function withLosses(outcome: CallOutcome, parts: readonly KeptPart[], isFull: boolean): CallOutcome {
  if (parts.length === 0) return outcome;
  const verb = parts.length === 1 ? 'is' : 'are';
  const why = isFull ? 'the disk was full' : 'the disk rejected the data';
  const loss = `The ${parts.join(' and ')} ${verb} incomplete: ${why}`;
  return { ...outcome, error_message: outcome.error_message ? `${outcome.error_message}. ${loss}` : loss };
}

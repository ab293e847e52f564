import { invalid, rejected } from '../errors.ts';
import { isPlainText, oneLine } from '../plain-text.ts';
import {
  CALL_RESPONSES,
  isLive,
  type CallLog,
  type CallLogStatus,
  type CallPatch,
  type CallResponse,
} from './call-log.ts';
import type { EndReason } from '../voice/conversation-events.ts';
import type { VoicemailMessage } from '../voice/voicemail-state.ts';
import { parseCallVariables } from '../agents/variables.ts';
import type { PreCallRecord } from './pre-call-record.ts';
import type { DoNotCallRequest } from './do-not-call-request.ts';
import { laterConsent, type RecordingConsent } from './consent-record.ts';
import { gapCount } from './gaps.ts';
import { mergedAnswers, type AnswerRecord } from './answer-record.ts';
import { machineAfter, type MachineReport } from './machine-report.ts';
import { laterAgents, type AgentVisit } from './agent-record.ts';
import { laterStages, type StageRecord } from './stage-record.ts';
import { mergedToolCalls, type ToolCallRecord } from './tool-call-record.ts';
import { endedTransfers, patchTransfers, type TransferPatch } from './transfer-record.ts';
import { parseUtc } from './iso-date.ts';
import { advanceStatus } from './status-progress.ts';

/** A patch as received: its shape is validated, its times and texts are not. */
export interface CallPatchInput {
  readonly transcript_url?: string;
  readonly recording_url?: string;
  readonly end_time_utc?: string;
  readonly status?: CallLogStatus;
  readonly call_response?: CallResponse | keyof typeof RESPONSE_SYNONYMS;
  readonly provider_call_sid?: string;
  readonly error_message?: string;
  readonly caller_spoke?: true;
  readonly end_reason?: EndReason;
  readonly voicemail_message?: VoicemailMessage;
  readonly recording_consent?: RecordingConsent;
  readonly do_not_call?: DoNotCallRequest;
  readonly machine?: MachineReport;
  readonly pre_call?: PreCallRecord & { readonly variables: Readonly<Record<string, unknown>> };
  readonly tool_calls?: readonly ToolCallRecord[];
  readonly answers?: readonly AnswerRecord[];
  readonly transfer?: TransferPatch;
  readonly stages?: StageRecord;
  readonly agents?: readonly AgentVisit[];
}

/** Spellings of dispositions that carriers use, mapped to the platform's. */
export const RESPONSE_SYNONYMS = {
  'no-answer': 'no_answer',
  cancelled: 'canceled',
} as const satisfies Readonly<Record<string, CallResponse>>;

/** Validates a patch and keeps its known fields. Rejects unknown values, an invalid time and an empty patch. */
export function callPatch(input: CallPatchInput): CallPatch {
  const { transcript_url, recording_url, end_time_utc, status, call_response, provider_call_sid, ...rest } = input;
  const { caller_spoke, end_reason, voicemail_message, recording_consent, do_not_call, machine, pre_call } = rest;
  const { tool_calls, transfer, answers, stages, agents } = rest;
  const why = oneLine(input.error_message ?? '', ERROR_MESSAGE_MAX);
  const patch: CallPatch = {
    ...given({ transcript_url, recording_url, caller_spoke, end_reason, voicemail_message, machine }),
    ...given({ tool_calls, answers, transfer, recording_consent, do_not_call, stages, agents }),
    ...(end_time_utc !== undefined && { end_time_utc: parseUtc(end_time_utc, 'end_time_utc').toISOString() }),
    ...(pre_call && { pre_call: { ...pre_call, variables: parseCallVariables(pre_call.variables) } }),
    ...(status !== undefined && { status }),
    ...(call_response !== undefined && { call_response: callResponseOf(call_response) }),
    ...(provider_call_sid !== undefined && { provider_call_sid: sidOf(provider_call_sid) }),
    ...(why !== '' && { error_message: why }),
  };
  if (Object.keys(patch).length === 0) throw rejected('No fields to update');
  return patch;
}

/** Drops undefined fields. */
const given = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/**
 * Changes a patch makes to a call. Status and disposition follow `advanceStatus`. An end time is taken once the call
 * ended without one. Artifact URLs, answers and news of tool calls and transfers are always accepted, an error message and an end reason only when none is set. The end of a
 * call cancels a transfer that is under way. A carrier's call id is
 * accepted while a call with a carrier is live. The first `in_progress` sets the start. The end time sets `duration` in
 * seconds, at least 0. A call that completes without `in_progress` is measured from registration.
 */
export function patchCall(call: CallLog, patch: CallPatch, now: Date): Partial<CallLog> {
  const {
    status: _status,
    call_response: _response,
    end_time_utc,
    provider_call_sid,
    error_message,
    caller_spoke,
    end_reason,
    machine: _machine,
    recording_consent: _consent,
    do_not_call: _request,
    pre_call,
    tool_calls: _tools,
    answers: _answers,
    stages: _stages,
    agents: _agents,
    transfer,
    ...locations
  } = patch;
  const moved = advanceStatus(call, patch);
  const begins = moved.status === 'in_progress' && call.start_time_utc === null;
  const start = begins ? now.toISOString() : call.start_time_utc;
  return {
    ...locations,
    ...moved,
    ...(begins && { start_time_utc: start }),
    ...endAfter({ ...call, ...moved, start_time_utc: start }, call, end_time_utc),
    ...(provider_call_sid !== undefined && isLive(call.status) && call.call_type !== 'web' && { provider_call_sid }),
    ...reason(call, error_message),
    ...endReason(call, end_reason),
    ...preCallOf(call, pre_call),
    ...reportsAfter(call, patch),
    ...transfersAfter({ ...call, ...moved }, transfer, now),
    ...(caller_spoke && call.without_speech && { without_speech: false }),
    updated_at: now.toISOString(),
  };
}

const reportsAfter = (known: CallLog, reported: CallPatch): Partial<CallLog> => ({
  ...(reported.tool_calls && { tool_calls: mergedToolCalls(known.tool_calls ?? [], reported.tool_calls) }),
  ...(reported.answers && answersAfter(known, reported.answers)),
  ...(reported.recording_consent && {
    recording_consent: laterConsent(known.recording_consent, reported.recording_consent),
  }),
  ...(reported.stages && { stages: laterStages(known.stages, reported.stages) }),
  ...(reported.agents && { agents: laterAgents(known.agents, reported.agents) }),
  ...(reported.machine && { machine: machineAfter(known.machine, reported.machine) }),
});

/** The answers after a report, and how many of them are gaps. */
function answersAfter(known: CallLog, reported: readonly AnswerRecord[]): Pick<CallLog, 'answers' | 'gaps'> {
  const answers = mergedAnswers(known.answers ?? [], reported);
  return { answers, gaps: gapCount({ ...known, answers }) };
}

function transfersAfter(
  { transfers, status }: CallLog,
  news: TransferPatch | undefined,
  now: Date,
): Pick<CallLog, 'transfers'> {
  if (!transfers && !news) return {};
  const known = news ? patchTransfers(transfers ?? [], news, now) : (transfers ?? []);
  return { transfers: isLive(status) ? known : endedTransfers(known, now) };
}

/** End time and duration when the patch sets an end, or changes the status of an ended call. */
function endAfter(moved: CallLog, before: CallLog, reported?: string): Partial<CallLog> {
  const end = reported !== undefined && isWithoutEnd(before) ? reported : before.end_time_utc;
  if (end === null || (end === before.end_time_utc && moved.status === before.status)) return {};
  return ending(moved.start_time_utc ?? (moved.status === 'completed' ? moved.created_at : null), end);
}

/**
 * Error message of the call. A message during the call is replaced by the reason of its end, after which the first one
 * stays.
 */
const reason = ({ status, error_message: known }: CallLog, error_message?: string): Partial<CallLog> =>
  error_message !== undefined && (isLive(status) || known === null) ? { error_message } : {};

const endReason = ({ end_reason: known }: CallLog, reported?: EndReason): Partial<CallLog> =>
  reported !== undefined && known === undefined ? { end_reason: reported } : {};

/** The first decision applies, with its variables, while the call has not begun. */
function preCallOf(call: CallLog, decided: CallPatch['pre_call']): Partial<CallLog> {
  if (!decided || call.pre_call || call.call_type !== 'inbound' || call.start_time_utc !== null) return {};
  const { variables, ...record } = decided;
  return { pre_call: record, custom_variables: { ...call.custom_variables, ...variables } };
}

const isWithoutEnd = ({ status, end_time_utc }: CallLog): boolean => isLive(status) || end_time_utc === null;

/** End time and the resulting duration. */
export const ending = (start: string | null, end: string): Pick<CallLog, 'end_time_utc' | 'duration'> => ({
  end_time_utc: end,
  duration: start === null ? null : Math.max(0, (Date.parse(end) - Date.parse(start)) / 1000),
});

/** Reads a disposition as a carrier or a runtime spells it. Rejects an unknown one. */
export function callResponseOf(word: string): CallResponse {
  const synonym = Object.entries(RESPONSE_SYNONYMS).find(([each]) => each === word)?.[1];
  const response = synonym ?? CALL_RESPONSES.find((each) => each === word);
  if (!response) throw invalid(`call_response must be one of ${CALL_RESPONSES.join(', ')}`);
  return response;
}

/** Maximum length of an error message. More is cut. */
const ERROR_MESSAGE_MAX = 500;

function sidOf(text: string): string {
  if (!isPlainText(text)) throw invalid('provider_call_sid must not contain control characters or invalid Unicode');
  return text;
}

import type { CallLogResponse } from '../typescript/index.ts';
import { fields, moment, shortened, table } from './table.ts';

type ToolCall = NonNullable<CallLogResponse['tool_calls']>[number];
type Answer = NonNullable<CallLogResponse['answers']>[number];
type Agent = NonNullable<CallLogResponse['agents']>[number];
type Transfer = NonNullable<CallLogResponse['transfers']>[number];

/** Whether nothing more becomes of a call. */
export const isOver = ({ status }: CallLogResponse): boolean =>
  status !== 'initiated' && status !== 'ringing' && status !== 'in_progress';

/** What became of a call: more than its status, where it was more. */
export const outcome = ({ status, call_response: response }: CallLogResponse): string =>
  response === null || response === status ? status : `${status} (${response})`;

/** How long a call was. */
export const length = ({ duration }: CallLogResponse): string | null =>
  duration === null ? null : `${Math.round(duration)} s`;

/** One call: its fields, then its agents, answers, tool calls and transfers, if there are any. */
export const callInWords = (call: CallLogResponse): string =>
  [
    fieldsOf(call),
    agentsInWords(call.agents ?? []),
    answersInWords(call.answers ?? []),
    toolCallsInWords(call.tool_calls ?? []),
    transfersInWords(call.transfers ?? []),
  ]
    .filter((part) => part !== '')
    .join('\n\n');

const fieldsOf = (call: CallLogResponse): string =>
  fields({
    call_id: call.call_id,
    outcome: outcome(call),
    type: call.call_type,
    agent: call.agent_name ?? call.agent_id,
    from: call.from_number,
    to: call.to_number,
    carrier: call.telephony_provider,
    campaign: call.campaign_id,
    created: moment(call.created_at),
    began: moment(call.start_time_utc),
    ended: moment(call.end_time_utc),
    end_reason: call.end_reason ?? null,
    length: length(call),
    recording: call.recording_url !== null,
    consent: consentInWords(call),
    do_not_call: call.do_not_call ? `${call.do_not_call.source} ${moment(call.do_not_call.at)}` : null,
    transcript: call.transcript_url !== null,
    pre_call: preCallInWords(call),
    error: call.error_message,
  });

/** What the caller decided about the recording, if the agent asked. */
function consentInWords({ recording_consent: consent }: CallLogResponse): string | null {
  if (!consent) return null;
  const { answer, at, withdrawn_at: withdrawn } = consent;
  return `${answer} ${moment(at)}${withdrawn === undefined ? '' : `, stopped ${moment(withdrawn)}`}`;
}

/** How the pre-call request ended, if there was one. */
function preCallInWords({ pre_call: preCall }: CallLogResponse): string | null {
  if (!preCall) return null;
  const { outcome: ended, reason, duration_ms: ms } = preCall;
  return `${ended}${reason === null ? '' : ` (${reason})`}, ${ms} ms`;
}

const answersInWords = (answers: readonly Answer[]): string =>
  answers.length === 0
    ? ''
    : table(answers, {
        TURN: ({ number }) => number,
        QUESTION: ({ question }) => shortened(question),
        LOOKUP: ({ lookup }) => lookup,
        ANSWER: ({ answer }) => shortened(answer),
        SOURCES: ({ sources }) => shortened(sources.map(placeOf).join('; ')),
      });

const placeOf = ({ source_filename: file, page, heading }: Answer['sources'][number]): string =>
  [file, ...(page === null ? [] : [`page ${page}`]), ...(heading === undefined ? [] : [heading])].join(', ');

const toolCallsInWords = (calls: readonly ToolCall[]): string =>
  calls.length === 0
    ? ''
    : table(calls, {
        STARTED: ({ started_at }) => moment(started_at),
        TOOL: ({ name }) => name,
        OUTCOME: ({ outcome: ended }) => ended,
        STATUS: ({ status }) => status ?? null,
        TOOK: took,
        ARGUMENTS: ({ arguments: given }) => shortened(given),
        ANSWER: ({ answer, cause }) => shortened(cause ?? answer ?? ''),
      });

/** How long a tool call took. */
const took = ({ started_at: start, ended_at: end }: ToolCall): string | null =>
  end === null ? null : `${((Date.parse(end) - Date.parse(start)) / 1_000).toFixed(1)} s`;

/** The agents that spoke, where the call was handed over. */
const agentsInWords = (agents: readonly Agent[]): string =>
  agents.length === 0
    ? ''
    : table(agents, {
        SINCE: ({ at }) => moment(at),
        AGENT: ({ name }) => name,
        VERSION: ({ agent_version }) => agent_version,
        TARGET: ({ target }) => target,
      });

const transfersInWords = (transfers: readonly Transfer[]): string =>
  transfers.length === 0
    ? ''
    : table(transfers, {
        STARTED: ({ started_at }) => moment(started_at),
        TARGET: ({ target }) => target,
        TO: ({ to }) => to,
        MODE: ({ mode }) => mode,
        RESULT: ({ result }) => result ?? 'under way',
        AT: ({ at }) => moment(at),
      });

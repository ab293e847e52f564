import { withArtifactRoutes } from '../calls/artifact-urls.ts';
import { analysisView, type CallAnalysis } from '../calls/call-analysis.ts';
import { isLive, type CallLog } from '../calls/call-log.ts';
import type { ToolCallRecord } from '../calls/tool-call-record.ts';
import { isShort } from './event-variables.ts';
import type { EventDraft, EventType } from './recorded-event.ts';

/** The event when the analysis of a call is done or has failed. */
export const analysisEvent = (analysis: CallAnalysis): EventDraft => ({
  type: 'call.analysed',
  subject: analysis.call_id,
  call_id: analysis.call_id,
  data: { call_id: analysis.call_id, agent_id: analysis.agent_id, analysis: analysisView(analysis) },
});

/** The events that a change of a call causes, in their order. `base` is where the API is mounted. */
export function callEvents(before: CallLog, after: CallLog, base: string): EventDraft[] {
  const about = (type: EventType): EventDraft => ({
    ...{ type, subject: after.call_id, call_id: after.call_id },
    data: callData(after, base),
  });
  const hasStarted = before.start_time_utc === null && after.start_time_utc !== null;
  const hasEnded = isLive(before.status) && !isLive(after.status);
  const isRecorded = before.recording_url === null && after.recording_url !== null;
  return [
    ...(hasStarted ? [about('call.started')] : []),
    ...failedTools(before, after),
    ...(hasEnded ? [about('call.ended')] : []),
    ...(isRecorded ? [about('call.recording_ready')] : []),
  ];
}

const callData = (call: CallLog, base: string): EventDraft['data'] => ({ ...idsOf(call), call: callView(call, base) });

const idsOf = ({ call_id, agent_id, campaign_id }: CallLog) => ({ call_id, agent_id, campaign_id });

/** The call as the API shows it, without its lists, which can hold what callers said, and without long variables. */
function callView(call: CallLog, base: string) {
  const { tool_calls: _tools, answers: _answers, transfers: _transfers, ...known } = withArtifactRoutes(call, base);
  const { pre_call: _request, wrong_answers: _marks, stages: _stages, ...shown } = known;
  if (isShort(shown.custom_variables)) return shown;
  const { custom_variables: _long, ...short } = shown;
  return short;
}

/** One event for each tool call that the log did not list as failed before. */
function failedTools({ tool_calls: known = [] }: CallLog, after: CallLog): EventDraft[] {
  const isFailed = ({ outcome }: ToolCallRecord): boolean => FAILED.has(outcome);
  const runs = new Set(known.filter(isFailed).map(({ run }) => run));
  const failed = (after.tool_calls ?? []).filter((tool) => isFailed(tool) && !runs.has(tool.run));
  return failed.map((tool) => ({
    type: 'tool.failed' as const,
    subject: after.call_id,
    call_id: after.call_id,
    data: { ...idsOf(after), tool_call: toolView(tool) },
  }));
}

const FAILED: ReadonlySet<ToolCallRecord['outcome']> = new Set(['failed', 'unknown']);

/** A tool call without its arguments and its answer, which can hold what callers said. */
const toolView = ({ arguments: _given, answer: _read, ...tool }: ToolCallRecord) => tool;

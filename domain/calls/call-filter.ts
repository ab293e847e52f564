import { invalid } from '../errors.ts';
import type { Success } from './analysis-answer.ts';
import type { AnalysisStatus, CallAnalysis } from './call-analysis.ts';
import { isLive, type CallLog, type CallType } from './call-log.ts';
import { parseUtc } from './iso-date.ts';

/** How calls stand for those who look for them: under way, answered, or ended in another way. */
export const CALL_STANDINGS = ['live', 'answered', 'missed'] as const;
export type CallStanding = (typeof CALL_STANDINGS)[number];

/** Which calls are wanted: those of an agent or one of its versions, those registered in a span of time, and by their log. */
export interface CallFilter extends LogFilter {
  readonly agent_id?: string;
  readonly agent_version?: number;
  /** Those that a canary counts. */
  readonly canary_id?: string;
  /** Inclusive. */
  readonly from?: string;
  /** Exclusive. */
  readonly below?: string;
}

/** The parts of a filter that only the log of a call decides. */
export interface LogFilter {
  readonly campaign_id?: string;
  readonly call_type?: CallType;
  readonly standing?: CallStanding;
  /** What the number of the caller or of the callee contains. */
  readonly number?: string;
}

/** Which calls are wanted by their analyses. */
export interface AnalysisFilter extends CallFilter {
  readonly status?: AnalysisStatus;
  readonly success?: Success;
  readonly field?: FieldValue;
}

/** An extracted field and its value as text. */
export interface FieldValue {
  readonly name: string;
  readonly value: string;
}

/** The filter of a request. All texts are as they were sent. */
export interface CallQuery {
  readonly agent_id?: string | undefined;
  readonly agent_version?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly analysis?: AnalysisStatus | undefined;
  readonly success?: Success | undefined;
  readonly field?: string | undefined;
  readonly campaign_id?: string | undefined;
  readonly call_type?: CallType | undefined;
  readonly standing?: CallStanding | undefined;
  readonly number?: string | undefined;
}

/** Parses the part of a filter that concerns call logs. */
export const parseCallFilter = ({
  agent_id,
  agent_version,
  from,
  to,
  ...log
}: Omit<CallQuery, 'analysis' | 'success' | 'field'>): CallFilter => ({
  ...(agent_id !== undefined && { agent_id }),
  ...(agent_version !== undefined && { agent_version: versionOf(agent_version, agent_id) }),
  ...(from !== undefined && { from: parseUtc(from, 'from').toISOString() }),
  ...(to !== undefined && { below: parseUtc(to, 'to').toISOString() }),
  ...parseLogFilter(log),
});

const parseLogFilter = ({ campaign_id, call_type, standing, number }: CallQuery): LogFilter => ({
  ...(campaign_id !== undefined && { campaign_id }),
  ...(call_type !== undefined && { call_type }),
  ...(standing !== undefined && { standing }),
  ...(number !== undefined && { number: compactNumber(number) }),
});

/** Numbers are stored without what people write between the digits. */
function compactNumber(text: string): string {
  const number = text.replaceAll(/[\s().\-/]/g, '');
  if (number === '') throw invalid('number must have digits of a phone number');
  return number;
}

/** Whether the filter has parts that only the log of a call decides. */
export const hasLogFilter = ({ campaign_id, call_type, standing, number }: LogFilter): boolean =>
  [campaign_id, call_type, standing, number].some((part) => part !== undefined);

/** Whether the log of a call is what these parts want. */
export function isWantedLog(call: CallLog, { campaign_id, call_type, standing, number }: LogFilter): boolean {
  return (
    (campaign_id === undefined || call.campaign_id === campaign_id) &&
    (call_type === undefined || call.call_type === call_type) &&
    (standing === undefined || standingOf(call) === standing) &&
    (number === undefined || [call.from_number, call.to_number].some((each) => each.includes(number)))
  );
}

function standingOf({ status, call_response }: CallLog): CallStanding {
  if (isLive(status)) return 'live';
  return call_response === 'answered' ? 'answered' : 'missed';
}

/** Versions are numbers of one agent. */
function versionOf(text: string, agentId: string | undefined): number {
  const version = Number(text);
  if (!Number.isSafeInteger(version) || version < 1) throw invalid('agent_version must be the number of a version');
  if (agentId === undefined) throw invalid('agent_version needs agent_id: each agent has its own versions');
  return version;
}

/** Parses a filter by analyses. Null when analyses do not matter. */
export function parseAnalysisFilter({ analysis, success, field, ...calls }: CallQuery): AnalysisFilter | null {
  if (analysis === undefined && success === undefined && field === undefined) return null;
  return {
    ...parseCallFilter(calls),
    ...(analysis !== undefined && { status: analysis }),
    ...(success !== undefined && { success }),
    ...(field !== undefined && { field: parseFieldValue(field) }),
  };
}

function parseFieldValue(text: string): FieldValue {
  const colon = text.indexOf(':');
  if (colon < 1) throw invalid('field must be the name of a field, a colon and its value, such as day:Friday');
  return { name: text.slice(0, colon), value: text.slice(colon + 1) };
}

/** Whether the field has this value, or contains it if it is a list. Upper and lower case are the same. */
export function hasFieldValue({ result }: Pick<CallAnalysis, 'result'>, { name, value }: FieldValue): boolean {
  const fields = result?.fields ?? {};
  const given = Object.hasOwn(fields, name) ? fields[name] : undefined;
  const values: readonly unknown[] = Array.isArray(given) ? given : [given];
  const wanted = value.toLowerCase();
  return values.some((each) => isScalar(each) && String(each).toLowerCase() === wanted);
}

const isScalar = (value: unknown): boolean => value !== undefined && (value === null || typeof value !== 'object');

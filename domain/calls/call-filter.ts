import { invalid } from '../errors.ts';
import type { Success } from './analysis-answer.ts';
import type { AnalysisStatus, CallAnalysis } from './call-analysis.ts';
import { parseUtc } from './iso-date.ts';

/** Which calls are wanted: those of an agent or one of its versions, those registered in a span of time. */
export interface CallFilter {
  readonly agent_id?: string;
  readonly agent_version?: number;
  /** Those that a canary counts. */
  readonly canary_id?: string;
  /** Inclusive. */
  readonly from?: string;
  /** Exclusive. */
  readonly below?: string;
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
}

/** Parses the part of a filter that concerns call logs. */
export const parseCallFilter = ({
  agent_id,
  agent_version,
  from,
  to,
}: Omit<CallQuery, 'analysis' | 'success' | 'field'>): CallFilter => ({
  ...(agent_id !== undefined && { agent_id }),
  ...(agent_version !== undefined && { agent_version: versionOf(agent_version, agent_id) }),
  ...(from !== undefined && { from: parseUtc(from, 'from').toISOString() }),
  ...(to !== undefined && { below: parseUtc(to, 'to').toISOString() }),
});

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

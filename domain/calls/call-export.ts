import type { JsonObject } from '../agents/json-readers.ts';
import { csvLine } from '../csv-line.ts';
import type { CallAnalysis } from './call-analysis.ts';
import type { CallLog } from './call-log.ts';

const CALL_COLUMNS = [
  ...(['call_id', 'created_at', 'agent_id', 'agent_name', 'call_type', 'status', 'call_response'] as const),
  ...(['from_number', 'to_number', 'duration', 'campaign_id', 'agent_version'] as const),
] as const;
const OUTCOME_COLUMNS = ['analysis', 'success', 'success_reason', 'summary'] as const;

/** Most columns of extracted fields. Values of other fields are in the last column. */
export const FIELD_COLUMNS_MAX = 200;

/** The header line, with a column for each of these fields. */
export const exportHeader = (fields: readonly string[]): string =>
  csvLine([...CALL_COLUMNS, ...OUTCOME_COLUMNS, ...fields.map((name) => `fields.${name}`), 'other_fields']);

/** The line of a call and its analysis, if it has one. */
export function exportLine(call: CallLog, analysis: CallAnalysis | null, fields: readonly string[]): string {
  const { success = null, success_reason: reason = null, summary = null, fields: values = {} } = analysis?.result ?? {};
  const others = Object.entries(values).filter(([name]) => !fields.includes(name));
  return csvLine([
    ...CALL_COLUMNS.map((column) => call[column] ?? null),
    ...[analysis?.status ?? null, success, reason, summary],
    ...fields.map((name) => cellOf(values, name)),
    others.length === 0 ? null : JSON.stringify(Object.fromEntries(others)),
  ]);
}

/** A number, a text, or the JSON of anything else. */
function cellOf(values: JsonObject, name: string): string | number | null {
  const value = Object.hasOwn(values, name) ? values[name] : null;
  if (value === null || typeof value === 'string' || typeof value === 'number') return value;
  return JSON.stringify(value);
}

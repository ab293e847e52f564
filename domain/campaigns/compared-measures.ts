import type { AgentAnalysis } from '../agents/analysis.ts';
import type { JsonObject } from '../agents/json-readers.ts';
import type { AnalysisResult } from '../calls/call-analysis.ts';
import { hasFieldValue } from '../calls/call-filter.ts';

/** What a conversation either is or is not. */
export interface AnalysisMeasure {
  readonly kind: 'success' | 'field';
  /** The name of the field. Null: whether the call was a success. */
  readonly field: string | null;
  readonly value: string;
}

/** Values of one field, and measures of all, that are compared at most. */
const VALUES_MAX = 20;
const MEASURES_MAX = 200;

const SUCCESS: AnalysisMeasure = { kind: 'success', field: null, value: 'yes' };

/** What the analysis of an agent finds out that is one of few values: success, yes-or-no fields, and enumerations. */
export function measuresOf({ success_criterion, fields }: Partial<AgentAnalysis> = {}): readonly AnalysisMeasure[] {
  const properties = Object.entries((fields?.['properties'] ?? {}) as Readonly<Record<string, unknown>>);
  return [
    ...(success_criterion === undefined ? [] : [SUCCESS]),
    ...properties.flatMap(([field, schema]) =>
      valuesOf(schema as JsonObject).map((value): AnalysisMeasure => ({ kind: 'field', field, value })),
    ),
  ];
}

/** Of a field that is true or false, whether it is true. */
function valuesOf({ type, enum: listed }: JsonObject): readonly string[] {
  if (Array.isArray(listed)) {
    const values = listed.filter((value) => typeof value !== 'object').map(String);
    return values.length > VALUES_MAX ? [] : values;
  }
  return [type].flat().includes('boolean') ? ['true'] : [];
}

/** The measures of several agents, each once. */
export function unitedMeasures(all: readonly (readonly AnalysisMeasure[])[]): readonly AnalysisMeasure[] {
  const byKey = new Map(all.flat().map((measure) => [keyOf(measure), measure]));
  return [...byKey.values()].slice(0, MEASURES_MAX);
}

export const keyOf = ({ field, value }: AnalysisMeasure): string => JSON.stringify([field, value]);

/** Whether the result of an analysis says so. */
export const isSo = ({ field, value }: AnalysisMeasure, result: AnalysisResult): boolean =>
  field === null ? result.success === value : hasFieldValue({ result }, { name: field, value });

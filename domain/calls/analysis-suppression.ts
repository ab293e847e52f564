import type { AnalysisSuppression } from '../agents/analysis.ts';
import { oneLine } from '../plain-text.ts';
import type { AnalysisAnswer } from './analysis-answer.ts';

/** Longest value that a reason shows. */
const VALUE_MAX = 60;

/**
 * Why an analysis has the person on the call suppressed, for people: its field has one of the rule's values, or is true where
 * the rule has none. Null: it does not.
 */
export function suppressionFound(
  rule: AnalysisSuppression | undefined,
  { fields }: Pick<AnalysisAnswer, 'fields'>,
): string | null {
  if (!rule) return null;
  const found = extractedTexts(fields, rule.field).find((text) =>
    (rule.values ?? ['true']).some((each) => each.toLowerCase() === text.toLowerCase()),
  );
  // Without values the word true is not what was meant.
  const isMeant = rule.values !== undefined || fields?.[rule.field] === true;
  return found !== undefined && isMeant ? `analysis: ${rule.field} is ${oneLine(found, VALUE_MAX)}` : null;
}

/** The values of an extracted field as texts: several where it is a list. */
export const extractedTexts = (fields: AnalysisAnswer['fields'], field: string): readonly string[] =>
  [fields?.[field]].flat().flatMap((value) => textOf(value) ?? []);

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value).trim() : null;

import { argumentNames } from '../agents/tool-parameters.ts';
import type { AgentAnalysis } from '../agents/analysis.ts';
import { extractedTexts } from '../calls/analysis-suppression.ts';
import type { CallAnalysis } from '../calls/call-analysis.ts';
import { invalid } from '../errors.ts';
import type { RetryPlan } from './retry-plan.ts';

/** When a contact is dialled again whose call has one of these values in its analysis. */
export interface AnalysisPlan extends RetryPlan {
  /** In any case. */
  readonly values: readonly string[];
}

/** How the analysis of an answered call decides whether its contact is dialled again. */
export interface AnalysisRetry {
  /** A field that the analysis extracts; `success`, unless a field has that name: whether the call was a success. */
  readonly field: string;
  /** A plan without delays: the contact is final. So it is with a value that no plan has. */
  readonly plans: readonly AnalysisPlan[];
  /** How long the analysis of a call is waited for. */
  readonly wait_seconds: number;
}

/** As given. Without a wait it is the default. */
export type AnalysisRetryInput = Omit<AnalysisRetry, 'wait_seconds'> & { readonly wait_seconds?: number };

/** Bounds of the wait. openapi.yaml repeats them, and a test compares them. */
export const ANALYSIS_WAIT = { minimum: 60, maximum: 86_400, default: 1_800 } as const;

const SUCCESS = 'success';

/** Rejects plans of which two have the same value, or one has more delays than there are retries. */
export function analysisRetry(given: AnalysisRetryInput, maxRetries: number): AnalysisRetry {
  const path = 'retry_config.by_analysis';
  const field = given.field.trim();
  if (field === '') throw invalid(`${path}.field must be the name of a field`);
  const known = new Set<string>();
  const plans = given.plans.map((plan, index): AnalysisPlan => {
    const values = plan.values.map((value) => value.trim());
    for (const value of values) {
      if (value === '') throw invalid(`${path}.plans[${index}].values must not have a blank value`);
      if (known.has(value.toLowerCase())) throw invalid(`${path}.plans[${index}].values repeats the value ${value}`);
      known.add(value.toLowerCase());
    }
    const count = plan.delays_seconds.length;
    if (count > maxRetries)
      throw invalid(
        `${path}.plans[${index}].delays_seconds has ${count} delays, more than max_retries, which is ${maxRetries}`,
      );
    return { ...plan, values };
  });
  return { field, plans, wait_seconds: given.wait_seconds ?? ANALYSIS_WAIT.default };
}

/** Rejects a field that the analysis of the agent does not have. */
export function requireAnalysed({ field }: AnalysisRetry, analysis: AgentAnalysis | undefined): void {
  if (analysis?.fields && argumentNames(analysis.fields).includes(field)) return;
  if (field === SUCCESS && analysis?.success_criterion !== undefined) return;
  throw invalid(
    `retry_config.by_analysis.field must be one of the properties of analysis.fields of the agent, or ${SUCCESS} if it has a ` +
      `success_criterion: the agent has no ${field}`,
  );
}

/** What the analysis of a call means for its contact. `pending`: nothing yet. */
export type AnalysisFinding =
  | { readonly reason: 'pending' | 'no_plan' | 'no_analysis' }
  | { readonly reason: 'value'; readonly value: string };

/** The first value of a plan that the analysis has, as the plan spells it, or why there is none. */
export function findingIn({ field, plans }: AnalysisRetry, analysis: CallAnalysis | null): AnalysisFinding {
  if (analysis === null || analysis.status === 'pending') return { reason: 'pending' };
  if (analysis.status === 'failed' || !analysis.result) return { reason: 'no_analysis' };
  const { fields, success } = analysis.result;
  const extracted = extractedTexts(fields, field);
  const texts = extracted.length === 0 && field === SUCCESS && success !== undefined ? [success] : extracted;
  const value = plans.flatMap(({ values }) => values).find((each) => texts.some((text) => isSame(each, text)));
  return value === undefined ? { reason: 'no_plan' } : { reason: 'value', value };
}

/** The plan of a value, as it is spelled there. */
export const planOf = ({ plans }: AnalysisRetry, value: string): AnalysisPlan | undefined =>
  plans.find(({ values }) => values.includes(value));

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

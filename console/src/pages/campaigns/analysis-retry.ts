import type { Campaign } from './campaign.ts';
import { delaysFault, delaysOf, minutesOf } from './retry-plans.ts';
import { settingsStrings as words } from './settings-strings.ts';

type AnalysisRetry = NonNullable<Campaign['retry_config']['by_analysis']>;

/** When contacts are called again whose calls have certain values in their analysis, as it is typed. */
export interface AnalysisPlanDraft {
  /** One in each line. */
  readonly values: string;
  /** Delays, separated by commas. Blank: not again. */
  readonly minutes: string;
  readonly varies: boolean;
}

/** How the analysis decides on contacts that answered, as it is typed. */
export interface AnalysisDraft {
  readonly field: string;
  readonly plans: readonly AnalysisPlanDraft[];
  readonly waitMinutes: string;
}

/** Bounds of the wait for an analysis, in minutes. */
export const WAIT_MINUTES = { minimum: 1, maximum: 1_440 } as const;

export const NEW_PLAN: AnalysisPlanDraft = { values: '', minutes: '', varies: false };

export const NEW_ANALYSIS: AnalysisDraft = { field: '', plans: [NEW_PLAN], waitMinutes: '30' };

/** The settings of a campaign, for the form. Null: the analysis decides nothing. */
export const analysisDraft = (retry: AnalysisRetry | undefined): AnalysisDraft | null =>
  retry
    ? {
        field: retry.field,
        plans: retry.plans.map(({ values, delays_seconds, vary_hours = false }) => ({
          values: values.join('\n'),
          minutes: delays_seconds.map(minutesOf).join(', '),
          varies: vary_hours,
        })),
        waitMinutes: minutesOf(retry.wait_seconds),
      }
    : null;

const valuesOf = ({ values }: AnalysisPlanDraft): string[] =>
  values
    .split('\n')
    .map((value) => value.trim())
    .filter((value) => value !== '');

/** The delays of a plan in seconds. Null: they cannot be read, or are not allowed. */
const planDelays = (plan: AnalysisPlanDraft): readonly number[] | null =>
  plan.minutes.trim() === '' ? [] : delaysOf(plan);

/** What is wrong with the values of a plan. */
export const valuesFault = (plan: AnalysisPlanDraft): string | null =>
  valuesOf(plan).length === 0 ? words.noValues : null;

/** What is wrong with the delays of a plan as it is typed. */
export const minutesFault = (plan: AnalysisPlanDraft, maxRetries: number): string | null =>
  delaysFault(planDelays(plan), maxRetries);

const isWait = (typed: string): boolean =>
  typed.trim() !== '' && Number(typed) >= WAIT_MINUTES.minimum && Number(typed) <= WAIT_MINUTES.maximum;

export const waitFault = ({ waitMinutes }: AnalysisDraft): string | null =>
  isWait(waitMinutes) ? null : words.waitWrong;

/** Whether the API would take what is typed. */
export const isSoundAnalysis = (draft: AnalysisDraft | null, maxRetries: number): boolean =>
  draft === null ||
  (draft.field.trim() !== '' &&
    waitFault(draft) === null &&
    draft.plans.every((plan) => valuesFault(plan) === null && minutesFault(plan, maxRetries) === null));

/** What is sent: the settings, or null for those that were there before. Undefined: there are and were none. */
export function analysisBody(draft: AnalysisDraft | null, before: AnalysisRetry | undefined) {
  if (draft === null) return before && null;
  return {
    field: draft.field.trim(),
    plans: draft.plans.map((plan) => ({
      values: valuesOf(plan),
      delays_seconds: [...(planDelays(plan) ?? [])],
      ...(plan.varies && { vary_hours: true }),
    })),
    wait_seconds: Math.round(Number(draft.waitMinutes) * 60),
  };
}

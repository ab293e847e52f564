import { invalid } from '../errors.ts';
import { analysisRetry, type AnalysisRetry, type AnalysisRetryInput } from './analysis-retry.ts';
import { plannedAttempt, type RetryPlan } from './retry-plan.ts';
import type { RunOutcome } from './run-outcome.ts';

/**
 * Outcomes that may be retried by a plan of their own. `hung_up_early`: a person answered and hung up before the time that
 * `early_seconds` sets.
 */
export const PLANNED_OUTCOMES = [
  ...(['busy', 'declined', 'no_answer', 'unreachable', 'voicemail', 'failed'] as const),
  'hung_up_early',
] as const;
export type PlannedOutcome = (typeof PLANNED_OUTCOMES)[number];

/** Which outcomes are retried, how often and after what delay. */
export interface RetryConfig {
  readonly enabled: boolean;
  readonly max_retries: number;
  readonly retry_delay_seconds: number;
  readonly retry_on_busy: boolean;
  readonly retry_on_no_answer: boolean;
  readonly retry_on_voicemail: boolean;
  /** Outcomes with a plan of their own, which the settings above do not concern. There when one was given. */
  readonly plans?: Readonly<Partial<Record<PlannedOutcome, RetryPlan>>>;
  /** Shorter answered calls are hung up early. Absent: the default. */
  readonly early_seconds?: number;
  /** The analysis decides on answered calls. */
  readonly by_analysis?: AnalysisRetry;
}

/** Retries as given. Null removes the plan of an outcome, and plans by the analysis. */
export type RetryInput = Partial<Omit<RetryConfig, 'plans' | 'by_analysis'>> & {
  readonly plans?: Readonly<Partial<Record<PlannedOutcome, RetryPlan | null>>>;
  readonly by_analysis?: AnalysisRetryInput | null;
};

/** Bounds of `early_seconds`. openapi.yaml repeats them, and a test compares them. */
export const EARLY_SECONDS = { minimum: 1, maximum: 300, default: 10 } as const;

export const DEFAULT_RETRY: RetryConfig = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: false,
};

/** Merges retry settings into the previous ones. Rejects plans with more delays than there are retries. */
export function retryConfig(given: RetryInput = {}, before: RetryConfig = DEFAULT_RETRY): RetryConfig {
  const { plans: known, by_analysis: analysed, ...others } = before;
  const { plans: wanted, by_analysis = analysed, ...settings } = given;
  const merged = { ...others, ...settings };
  const plans = PLANNED_OUTCOMES.flatMap((outcome) => {
    const plan = wanted?.[outcome] === undefined ? known?.[outcome] : wanted[outcome];
    return plan ? [[outcome, plan] as const] : [];
  });
  for (const [outcome, { delays_seconds }] of plans)
    if (delays_seconds.length > merged.max_retries)
      throw invalid(
        `retry_config.plans.${outcome}.delays_seconds has ${delays_seconds.length} delays, more than max_retries, which is ${merged.max_retries}`,
      );
  return {
    ...merged,
    ...(plans.length > 0 && { plans: Object.fromEntries(plans) }),
    ...(by_analysis && { by_analysis: analysisRetry(by_analysis, merged.max_retries) }),
  };
}

/** Setting that allows a retry, by outcome. Outcomes without one or a plan are final. */
const SWITCH: Partial<Record<RunOutcome, 'retry_on_busy' | 'retry_on_no_answer' | 'retry_on_voicemail'>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};

/**
 * When a contact may be retried after this attempt, the first being 0. Null: never. `stayedSeconds`: after how long
 * the person hung up, if that is known.
 */
export function nextAttempt(
  config: RetryConfig,
  outcome: RunOutcome,
  attempt: number,
  endedAt: Date,
  stayedSeconds: number | null = null,
): Date | null {
  if (!config.enabled || attempt >= config.max_retries) return null;
  const planned = isHungUpEarly(config, outcome, stayedSeconds) ? 'hung_up_early' : outcome;
  const plan = isPlanned(planned) ? config.plans?.[planned] : undefined;
  if (plan) return plannedAttempt(plan, attempt, endedAt);
  const allowance = SWITCH[outcome];
  if (allowance === undefined || !config[allowance]) return null;
  return new Date(endedAt.getTime() + config.retry_delay_seconds * 1_000);
}

const isPlanned = (outcome: RunOutcome | PlannedOutcome): outcome is PlannedOutcome =>
  PLANNED_OUTCOMES.some((each) => each === outcome);

/** Whether the plan for calls that are hung up early concerns this one. */
export const isHungUpEarly = (
  { plans, early_seconds = EARLY_SECONDS.default }: RetryConfig,
  outcome: RunOutcome,
  stayedSeconds: number | null,
): boolean =>
  plans?.hung_up_early !== undefined &&
  outcome === 'answered' &&
  stayedSeconds !== null &&
  stayedSeconds < early_seconds;

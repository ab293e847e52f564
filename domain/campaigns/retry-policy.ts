import { invalid } from '../errors.ts';
import type { RunOutcome } from './run-outcome.ts';

/** Outcomes that may be retried by a plan of their own. */
export const PLANNED_OUTCOMES = ['busy', 'declined', 'no_answer', 'unreachable', 'voicemail', 'failed'] as const;
export type PlannedOutcome = (typeof PLANNED_OUTCOMES)[number];

/** When a contact is dialled again after an outcome. */
export interface RetryPlan {
  /** How much later, after the first attempt, after the second, and so on. After the last one there is no other. */
  readonly delays_seconds: readonly number[];
  /** The next attempt is at another time of the day: at least three hours earlier or later by the clock. */
  readonly vary_hours?: boolean;
}

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
}

/** Retries as given. Null removes the plan of an outcome. */
export type RetryInput = Partial<Omit<RetryConfig, 'plans'>> & {
  readonly plans?: Readonly<Partial<Record<PlannedOutcome, RetryPlan | null>>>;
};

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
  const { plans: known, ...others } = before;
  const { plans: wanted, ...settings } = given;
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
  return { ...merged, ...(plans.length > 0 && { plans: Object.fromEntries(plans) }) };
}

/** Setting that allows a retry, by outcome. Outcomes without one or a plan are final. */
const SWITCH: Partial<Record<RunOutcome, 'retry_on_busy' | 'retry_on_no_answer' | 'retry_on_voicemail'>> = {
  busy: 'retry_on_busy',
  declined: 'retry_on_busy',
  no_answer: 'retry_on_no_answer',
  unreachable: 'retry_on_no_answer',
  voicemail: 'retry_on_voicemail',
};

/** When a contact may be retried after this attempt, the first being 0. Null: never. */
export function nextAttempt(config: RetryConfig, outcome: RunOutcome, attempt: number, endedAt: Date): Date | null {
  if (!config.enabled || attempt >= config.max_retries) return null;
  const plan = PLANNED_OUTCOMES.some((each) => each === outcome)
    ? config.plans?.[outcome as PlannedOutcome]
    : undefined;
  if (plan) return plannedAttempt(plan, attempt, endedAt);
  const allowance = SWITCH[outcome];
  if (allowance === undefined || !config[allowance]) return null;
  return new Date(endedAt.getTime() + config.retry_delay_seconds * 1_000);
}

function plannedAttempt({ delays_seconds, vary_hours }: RetryPlan, attempt: number, endedAt: Date): Date | null {
  const seconds = delays_seconds[attempt];
  if (seconds === undefined) return null;
  const delayMs = seconds * 1_000;
  return new Date(endedAt.getTime() + (vary_hours ? toAnotherHour(delayMs) : delayMs));
}

const DAY_MS = 86_400_000;
const APART_MS = 3 * 3_600_000;

/** The delay, or the next longer one that leads to a time of the day which is three hours from that of its beginning. */
function toAnotherHour(delayMs: number): number {
  const shiftMs = delayMs % DAY_MS;
  if (shiftMs < APART_MS) return delayMs - shiftMs + APART_MS;
  return shiftMs > DAY_MS - APART_MS ? delayMs - shiftMs + DAY_MS + APART_MS : delayMs;
}

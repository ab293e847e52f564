import type { Campaign } from './campaign.ts';
import { settingsStrings as words } from './settings-strings.ts';

type Plans = NonNullable<Campaign['retry_config']['plans']>;

/** An outcome that may have a plan. */
export type PlannedOutcome = keyof Plans;

const PLANNED_OUTCOMES = Object.keys(words.outcomes) as PlannedOutcome[];

/** The plan of an outcome as it is typed. */
export interface PlanDraft {
  readonly outcome: PlannedOutcome;
  /** Delays, separated by commas. */
  readonly minutes: string;
  readonly varies: boolean;
}

const [LEAST_SECONDS, MOST_SECONDS] = [30, 2_592_000];

/** The plans of a campaign, for the form. */
export const planDrafts = (plans: Plans = {}): readonly PlanDraft[] =>
  PLANNED_OUTCOMES.flatMap((outcome) => {
    const plan = plans[outcome];
    if (!plan) return [];
    return [{ outcome, minutes: plan.delays_seconds.map(minutesOf).join(', '), varies: plan.vary_hours ?? false }];
  });

/** A delay as it is typed. */
export const minutesOf = (seconds: number): string => String(seconds / 60);

/** The delays of a plan in seconds. Null: they cannot be read, or are not allowed. */
export function delaysOf({ minutes }: Pick<PlanDraft, 'minutes'>): readonly number[] | null {
  const typed = minutes.split(/[\s,;]+/).filter((each) => each !== '');
  const seconds = typed.map((each) => Math.round(Number(each) * 60));
  const isSound = seconds.length > 0 && seconds.every((each) => each >= LEAST_SECONDS && each <= MOST_SECONDS);
  return isSound ? seconds : null;
}

/** What is wrong with the delays of a plan, where contacts are retried so often. Null: they cannot be read. */
export function delaysFault(delays: readonly number[] | null, maxRetries: number): string | null {
  if (!delays) return words.minutesWrong;
  return delays.length > maxRetries ? words.minutesMany(maxRetries) : null;
}

/** What is wrong with the delays of a plan as it is typed. */
export const planFault = (plan: PlanDraft, maxRetries: number): string | null =>
  delaysFault(delaysOf(plan), maxRetries);

/** What is sent: the plans, and null for those that were there before. Undefined: there are and were none. */
export function plansBody(plans: readonly PlanDraft[], before: Plans = {}) {
  const former = PLANNED_OUTCOMES.filter((outcome) => before[outcome]).map((outcome) => [outcome, null] as const);
  const wanted = plans.map(({ outcome, varies, ...plan }) => {
    const delays = [...(delaysOf(plan) ?? [])];
    return [outcome, { delays_seconds: delays, ...(varies && { vary_hours: true }) }] as const;
  });
  const all = [...former, ...wanted];
  return all.length === 0 ? undefined : Object.fromEntries(all);
}

/** The outcomes without a plan. */
export const freeOutcomes = (plans: readonly PlanDraft[]): readonly PlannedOutcome[] =>
  PLANNED_OUTCOMES.filter((outcome) => plans.every((plan) => plan.outcome !== outcome));

import { analysisBody, analysisDraft, isSoundAnalysis, type AnalysisDraft } from './analysis-retry.ts';
import type { Campaign } from './campaign.ts';
import { hoursOf, OFFICE, slotsOf, type OpenHours } from './open-hours.ts';
import { planDrafts, planFault, plansBody, type PlanDraft } from './retry-plans.ts';

/** What a form holds of a campaign's settings: figures as they were typed. */
export interface SettingsDraft {
  readonly rate: string;
  readonly concurrency: string;
  readonly retries: boolean;
  readonly maxRetries: string;
  readonly retryDelay: string;
  readonly onBusy: boolean;
  readonly onNoAnswer: boolean;
  readonly onVoicemail: boolean;
  /** Outcomes with a plan of their own. */
  readonly plans: readonly PlanDraft[];
  /** Shorter answered calls are hung up early. */
  readonly earlySeconds: string;
  /** Null: the analysis of calls decides nothing. */
  readonly analysed: AnalysisDraft | null;
  readonly scheduled: boolean;
  readonly timezone: string;
  readonly hours: readonly OpenHours[];
  readonly breaker: boolean;
  /** In percent. */
  readonly failureShare: string;
  readonly windowSeconds: string;
  readonly minCalls: string;
  /** Whether it dials one contact after a while instead of pausing. */
  readonly probes: boolean;
  readonly probeAfter: string;
  /** Whether it calls from several numbers. */
  readonly pooled: boolean;
  readonly poolNumbers: readonly string[];
  readonly localPresence: boolean;
  /** Whether numbers rest that few people answer. The least share is in percent. */
  readonly rests: boolean;
  readonly answerRate: string;
  readonly judgedCalls: string;
  readonly restHours: string;
  readonly interval: string;
}

interface Bound {
  readonly field: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** What the API takes, by the name under which it complains. Shares are typed in percent. */
export const BOUNDS = {
  rate: { field: 'rate_limit_per_second', minimum: 1, maximum: 20 },
  concurrency: { field: 'max_concurrency', minimum: 1, maximum: 20 },
  maxRetries: { field: 'retry_config.max_retries', minimum: 0, maximum: 10 },
  retryDelay: { field: 'retry_config.retry_delay_seconds', minimum: 30, maximum: 3_600 },
  earlySeconds: { field: 'retry_config.early_seconds', minimum: 1, maximum: 300 },
  failureShare: { field: 'circuit_breaker.failure_threshold', minimum: 10, maximum: 100 },
  windowSeconds: { field: 'circuit_breaker.window_seconds', minimum: 60, maximum: 3_600 },
  minCalls: { field: 'circuit_breaker.min_calls_in_window', minimum: 1, maximum: 100 },
  probeAfter: { field: 'circuit_breaker.probe_after_seconds', minimum: 30, maximum: 3_600 },
  answerRate: { field: 'caller_id_pool.min_answer_rate', minimum: 1, maximum: 100 },
  judgedCalls: { field: 'caller_id_pool.min_calls', minimum: 10, maximum: 100 },
  restHours: { field: 'caller_id_pool.rest_hours', minimum: 1, maximum: 168 },
  interval: { field: 'caller_id_pool.min_interval_seconds', minimum: 0, maximum: 3_600 },
} as const satisfies Partial<Record<keyof SettingsDraft, Bound>>;

export type BoundedField = keyof typeof BOUNDS;

/** The zone whose clock hangs here. */
export const localZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The settings of a new campaign: what the API takes where nothing is said. */
export const newDraft = (timezone: string): SettingsDraft => ({
  rate: '1',
  concurrency: '5',
  retries: true,
  maxRetries: '2',
  retryDelay: '120',
  onBusy: true,
  onNoAnswer: true,
  onVoicemail: false,
  plans: [],
  earlySeconds: '10',
  analysed: null,
  scheduled: false,
  timezone,
  hours: [OFFICE],
  breaker: false,
  failureShare: '50',
  windowSeconds: '300',
  minCalls: '5',
  probes: false,
  probeAfter: '120',
  pooled: false,
  poolNumbers: [],
  localPresence: true,
  rests: false,
  answerRate: '10',
  judgedCalls: '50',
  restHours: '24',
  interval: '0',
});

/** The settings that a campaign has. */
export function draftOf(campaign: Campaign, timezone: string): SettingsDraft {
  const draft = newDraft(timezone);
  const { retry_config: retry, orchestrator_metadata: metadata, rate_limit_per_second: rate } = campaign;
  const { schedule_config: schedule, circuit_breaker: breaker, max_concurrency: concurrency } = metadata;
  const { caller_id_pool: pool } = metadata;
  return {
    ...draft,
    rate: String(rate),
    concurrency: String(concurrency ?? draft.concurrency),
    ...retryDraft(retry, draft),
    ...(schedule && { scheduled: schedule.enabled, timezone: schedule.timezone, hours: hoursOf(schedule.slots) }),
    ...(breaker && {
      breaker: breaker.enabled,
      failureShare: String(Math.round(breaker.failure_threshold * 100)),
      windowSeconds: String(breaker.window_seconds),
      minCalls: String(breaker.min_calls_in_window),
      probes: breaker.probe_after_seconds !== undefined,
      probeAfter: String(breaker.probe_after_seconds ?? draft.probeAfter),
    }),
    ...(pool && poolDraft(pool, draft)),
  };
}

const retryDraft = (retry: Campaign['retry_config'], draft: SettingsDraft) => ({
  retries: retry.enabled ?? draft.retries,
  maxRetries: String(retry.max_retries ?? draft.maxRetries),
  retryDelay: String(retry.retry_delay_seconds ?? draft.retryDelay),
  onBusy: retry.retry_on_busy ?? draft.onBusy,
  onNoAnswer: retry.retry_on_no_answer ?? draft.onNoAnswer,
  onVoicemail: retry.retry_on_voicemail ?? draft.onVoicemail,
  plans: planDrafts(retry.plans),
  earlySeconds: String(retry.early_seconds ?? draft.earlySeconds),
  analysed: analysisDraft(retry.by_analysis),
});

type Pool = NonNullable<Campaign['orchestrator_metadata']['caller_id_pool']>;

const poolDraft = (pool: Pool, { answerRate }: SettingsDraft) => ({
  pooled: true,
  poolNumbers: pool.numbers,
  localPresence: pool.local_presence,
  rests: pool.min_answer_rate !== null,
  answerRate: pool.min_answer_rate === null ? answerRate : String(Math.round(pool.min_answer_rate * 100)),
  judgedCalls: String(pool.min_calls),
  restHours: String(pool.rest_hours),
  interval: String(pool.min_interval_seconds),
});

/** Whether numbers are to be chosen. */
export const isWithoutNumbers = ({ pooled, poolNumbers }: SettingsDraft): boolean => pooled && poolNumbers.length === 0;

/** Whether everything that is used can be sent. */
export const isSound = (draft: SettingsDraft): boolean =>
  outOfBounds(draft).size === 0 &&
  !isWithoutNumbers(draft) &&
  (!draft.retries ||
    (draft.plans.every((plan) => planFault(plan, Number(draft.maxRetries)) === null) &&
      isSoundAnalysis(draft.analysed, Number(draft.maxRetries))));

/** Whether early ends of calls matter: they have a plan. */
export const hasEarlyPlan = ({ plans }: Pick<SettingsDraft, 'plans'>): boolean =>
  plans.some(({ outcome }) => outcome === 'hung_up_early');

/** The fields outside their bounds. Fields of disabled parts are ignored. */
export function outOfBounds(draft: SettingsDraft): ReadonlySet<BoundedField> {
  const fields = Object.keys(BOUNDS) as BoundedField[];
  return new Set(fields.filter((field) => isUsed(draft, field) && !isWithin(draft[field], BOUNDS[field])));
}

const isUsed = ({ retries, breaker, probes, pooled, rests, plans }: SettingsDraft, field: BoundedField): boolean =>
  ({
    ...{ rate: true, concurrency: true, maxRetries: retries, retryDelay: retries },
    earlySeconds: retries && hasEarlyPlan({ plans }),
    ...{ failureShare: breaker, windowSeconds: breaker, minCalls: breaker, interval: pooled },
    probeAfter: breaker && probes,
    ...{ answerRate: pooled && rests, judgedCalls: pooled && rests, restHours: pooled && rests },
  })[field];

const isWithin = (typed: string, { minimum, maximum }: Bound): boolean =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= minimum && Number(typed) <= maximum;

type Before = Pick<Campaign, 'orchestrator_metadata' | 'retry_config'>;

/** What is sent. A part that is off, and always was, is left out. */
export function bodyOf(draft: SettingsDraft, before?: Before) {
  const metadata = before?.orchestrator_metadata;
  return {
    rate_limit_per_second: Number(draft.rate),
    max_concurrency: Number(draft.concurrency),
    retry_config: retriesOf(draft, before),
    ...((draft.scheduled || metadata?.schedule_config) && {
      schedule_config: { enabled: draft.scheduled, timezone: draft.timezone, slots: [...slotsOf(draft.hours)] },
    }),
    ...((draft.breaker || metadata?.circuit_breaker) && {
      circuit_breaker: breakerOf(draft, metadata?.circuit_breaker),
    }),
    ...poolPart(draft, metadata?.caller_id_pool !== undefined),
  };
}

function retriesOf(draft: SettingsDraft, before?: Before) {
  const plans = draft.retries ? plansBody(draft.plans, before?.retry_config.plans) : undefined;
  const analysed = draft.retries ? analysisBody(draft.analysed, before?.retry_config.by_analysis) : undefined;
  return {
    enabled: draft.retries,
    ...(draft.retries && { max_retries: Number(draft.maxRetries), retry_delay_seconds: Number(draft.retryDelay) }),
    retry_on_busy: draft.onBusy,
    retry_on_no_answer: draft.onNoAnswer,
    retry_on_voicemail: draft.onVoicemail,
    ...(plans && { plans }),
    ...(draft.retries && hasEarlyPlan(draft) && { early_seconds: Number(draft.earlySeconds) }),
    ...(analysed !== undefined && { by_analysis: analysed }),
  };
}

const poolPart = (draft: SettingsDraft, hadPool: boolean) =>
  draft.pooled || hadPool ? { caller_id_pool: draft.pooled ? poolOf(draft) : null } : {};

const poolOf = (draft: SettingsDraft) => ({
  numbers: [...draft.poolNumbers],
  local_presence: draft.localPresence,
  min_answer_rate: draft.rests ? Number(draft.answerRate) / 100 : null,
  ...(draft.rests && { min_calls: Number(draft.judgedCalls), rest_hours: Number(draft.restHours) }),
  min_interval_seconds: Number(draft.interval),
});

function breakerOf(
  { breaker, failureShare, windowSeconds, minCalls, probes, probeAfter }: SettingsDraft,
  before: Campaign['orchestrator_metadata']['circuit_breaker'],
) {
  if (!breaker) return { enabled: false };
  return {
    enabled: true,
    failure_threshold: Number(failureShare) / 100,
    window_seconds: Number(windowSeconds),
    min_calls_in_window: Number(minCalls),
    ...(probes && { probe_after_seconds: Number(probeAfter) }),
    ...(!probes && before?.probe_after_seconds !== undefined && { probe_after_seconds: null }),
  };
}

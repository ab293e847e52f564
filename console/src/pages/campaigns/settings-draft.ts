import type { Campaign } from './campaign.ts';
import { hoursOf, OFFICE, slotsOf, type OpenHours } from './open-hours.ts';

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
  readonly scheduled: boolean;
  readonly timezone: string;
  readonly hours: readonly OpenHours[];
  readonly breaker: boolean;
  /** In percent. */
  readonly failureShare: string;
  readonly windowSeconds: string;
  readonly minCalls: string;
}

interface Bound {
  readonly field: string;
  readonly minimum: number;
  readonly maximum: number;
}

/** What the API takes, by the name under which it complains. The share of failures is typed in percent. */
export const BOUNDS = {
  rate: { field: 'rate_limit_per_second', minimum: 1, maximum: 20 },
  concurrency: { field: 'max_concurrency', minimum: 1, maximum: 20 },
  maxRetries: { field: 'retry_config.max_retries', minimum: 0, maximum: 10 },
  retryDelay: { field: 'retry_config.retry_delay_seconds', minimum: 30, maximum: 3_600 },
  failureShare: { field: 'circuit_breaker.failure_threshold', minimum: 10, maximum: 100 },
  windowSeconds: { field: 'circuit_breaker.window_seconds', minimum: 60, maximum: 3_600 },
  minCalls: { field: 'circuit_breaker.min_calls_in_window', minimum: 1, maximum: 100 },
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
  scheduled: false,
  timezone,
  hours: [OFFICE],
  breaker: false,
  failureShare: '50',
  windowSeconds: '300',
  minCalls: '5',
});

/** The settings that a campaign has. */
export function draftOf(campaign: Campaign, timezone: string): SettingsDraft {
  const draft = newDraft(timezone);
  const { retry_config: retry, orchestrator_metadata: metadata, rate_limit_per_second: rate } = campaign;
  const { schedule_config: schedule, circuit_breaker: breaker, max_concurrency: concurrency } = metadata;
  return {
    ...draft,
    rate: String(rate),
    concurrency: String(concurrency ?? draft.concurrency),
    retries: retry.enabled ?? draft.retries,
    maxRetries: String(retry.max_retries ?? draft.maxRetries),
    retryDelay: String(retry.retry_delay_seconds ?? draft.retryDelay),
    onBusy: retry.retry_on_busy ?? draft.onBusy,
    onNoAnswer: retry.retry_on_no_answer ?? draft.onNoAnswer,
    onVoicemail: retry.retry_on_voicemail ?? draft.onVoicemail,
    ...(schedule && { scheduled: schedule.enabled, timezone: schedule.timezone, hours: hoursOf(schedule.slots) }),
    ...(breaker && {
      breaker: breaker.enabled,
      failureShare: String(Math.round(breaker.failure_threshold * 100)),
      windowSeconds: String(breaker.window_seconds),
      minCalls: String(breaker.min_calls_in_window),
    }),
  };
}

/** The fields outside their bounds. Fields of disabled parts are ignored. */
export function outOfBounds(draft: SettingsDraft): ReadonlySet<BoundedField> {
  const fields = Object.keys(BOUNDS) as BoundedField[];
  return new Set(fields.filter((field) => isUsed(draft, field) && !isWithin(draft[field], BOUNDS[field])));
}

function isUsed(draft: SettingsDraft, field: BoundedField): boolean {
  if (field === 'maxRetries' || field === 'retryDelay') return draft.retries;
  return field === 'rate' || field === 'concurrency' || draft.breaker;
}

const isWithin = (typed: string, { minimum, maximum }: Bound): boolean =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= minimum && Number(typed) <= maximum;

/** What is sent. A part that is off, and always was, is left out. */
export function bodyOf(draft: SettingsDraft, before?: Campaign['orchestrator_metadata']) {
  const isScheduled = draft.scheduled || before?.schedule_config !== undefined;
  const hasBreaker = draft.breaker || before?.circuit_breaker !== undefined;
  return {
    rate_limit_per_second: Number(draft.rate),
    max_concurrency: Number(draft.concurrency),
    retry_config: {
      enabled: draft.retries,
      ...(draft.retries && { max_retries: Number(draft.maxRetries), retry_delay_seconds: Number(draft.retryDelay) }),
      retry_on_busy: draft.onBusy,
      retry_on_no_answer: draft.onNoAnswer,
      retry_on_voicemail: draft.onVoicemail,
    },
    ...(isScheduled && {
      schedule_config: { enabled: draft.scheduled, timezone: draft.timezone, slots: [...slotsOf(draft.hours)] },
    }),
    ...(hasBreaker && { circuit_breaker: breakerOf(draft) }),
  };
}

function breakerOf({ breaker, failureShare, windowSeconds, minCalls }: SettingsDraft) {
  if (!breaker) return { enabled: false };
  return {
    enabled: true,
    failure_threshold: Number(failureShare) / 100,
    window_seconds: Number(windowSeconds),
    min_calls_in_window: Number(minCalls),
  };
}

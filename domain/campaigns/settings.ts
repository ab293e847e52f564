import { invalid, rejected } from '../errors.ts';

/** Which outcomes are retried, how often and after what delay. */
export interface RetryConfig {
  readonly enabled: boolean;
  readonly max_retries: number;
  readonly retry_delay_seconds: number;
  readonly retry_on_busy: boolean;
  readonly retry_on_no_answer: boolean;
  readonly retry_on_voicemail: boolean;
}

/**
 * A weekly window. Day 0 is Monday. Start inclusive, end exclusive. An end not after the start lies on the next day.
 */
export interface ScheduleSlot {
  readonly day_of_week: number;
  readonly start_time: string;
  readonly end_time: string;
}

/** When dialling is allowed, in local time of one zone. */
export interface ScheduleConfig {
  readonly enabled: boolean;
  readonly timezone: string;
  readonly slots: readonly ScheduleSlot[];
}

/** When a campaign pauses itself. */
export interface CircuitBreakerConfig {
  readonly enabled: boolean;
  readonly failure_threshold: number;
  readonly window_seconds: number;
  readonly min_calls_in_window: number;
}

/** Further settings and state of a campaign. Schedule and breaker exist only when configured. */
export interface CampaignMetadata {
  readonly max_concurrency: number;
  readonly schedule_config?: ScheduleConfig;
  readonly circuit_breaker?: CircuitBreakerConfig;
  readonly parent_campaign_id?: string;
  /** Why the campaign paused itself. Removed on resume. */
  readonly paused_reason?: string;
  /** Why the campaign failed. */
  readonly failed_reason?: string;
}

/** Nested settings of a create or update request. */
export interface SettingsInput {
  readonly max_concurrency?: number;
  readonly retry_config?: Partial<RetryConfig>;
  readonly schedule_config?: Partial<ScheduleConfig>;
  readonly circuit_breaker?: Partial<CircuitBreakerConfig>;
}

interface Bounds {
  readonly minimum: number;
  readonly maximum: number;
}

/** Spec: limits. openapi.yaml repeats them, and a test compares them. */
export const BOUNDS = {
  rate_limit_per_second: { minimum: 1, maximum: 20 },
  max_concurrency: { minimum: 1, maximum: 20 },
  max_retries: { minimum: 0, maximum: 10 },
  retry_delay_seconds: { minimum: 30, maximum: 3_600 },
  failure_threshold: { minimum: 0.1, maximum: 1 },
  window_seconds: { minimum: 60, maximum: 3_600 },
  min_calls_in_window: { minimum: 1, maximum: 100 },
  day_of_week: { minimum: 0, maximum: 6 },
} as const satisfies Record<string, Bounds>;

export const DEFAULT_RATE_LIMIT = 1;
const DEFAULT_CONCURRENCY = 5;

export const DEFAULT_RETRY: RetryConfig = {
  enabled: true,
  max_retries: 2,
  retry_delay_seconds: 120,
  retry_on_busy: true,
  retry_on_no_answer: true,
  retry_on_voicemail: false,
};

const DEFAULT_BREAKER: CircuitBreakerConfig = {
  enabled: true,
  failure_threshold: 0.5,
  window_seconds: 300,
  min_calls_in_window: 5,
};

const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Context needed to validate settings. */
export interface SettingsRules {
  /** Whether this is a known time zone. */
  isZone(name: string): boolean;
  /** Concurrency limit of the organisation. */
  readonly limit: number;
}

/** Merges retry settings into the previous ones. */
export const retryConfig = (given: Partial<RetryConfig> = {}, before: RetryConfig = DEFAULT_RETRY): RetryConfig => ({
  ...before,
  ...given,
});

/** Merges settings into the previous metadata. Rejects invalid ones. */
export function mergeMetadata(
  before: Partial<CampaignMetadata>,
  given: SettingsInput,
  rules: SettingsRules,
): CampaignMetadata {
  const concurrency = given.max_concurrency ?? before.max_concurrency ?? Math.min(DEFAULT_CONCURRENCY, rules.limit);
  // Stored values stay valid: only a new value is checked against the limit.
  if (given.max_concurrency !== undefined && concurrency > rules.limit)
    throw rejected(`max_concurrency must not exceed the organisation's limit of ${rules.limit} concurrent calls`);
  const { schedule_config: window, circuit_breaker: breaker } = given;
  return {
    ...before,
    max_concurrency: concurrency,
    ...(window && { schedule_config: schedule(window, before.schedule_config, rules) }),
    ...(breaker && { circuit_breaker: { ...(before.circuit_breaker ?? DEFAULT_BREAKER), ...breaker } }),
  };
}

function schedule(
  given: Partial<ScheduleConfig>,
  before: ScheduleConfig | undefined,
  rules: SettingsRules,
): ScheduleConfig {
  const { enabled = true, timezone, slots = [] } = { ...before, ...given };
  if (timezone === undefined) throw invalid('schedule_config.timezone is required');
  if (!rules.isZone(timezone)) throw invalid(`schedule_config.timezone is not a known time zone: ${timezone}`);
  if (enabled && slots.length === 0) throw invalid('schedule_config.slots must have at least one slot');
  slots.forEach(({ start_time, end_time }, index) => {
    const path = `schedule_config.slots[${index}]`;
    if (!TIME.test(start_time)) throw invalid(`${path}.start_time must be a time of the day as HH:MM`);
    // The end of the day is a valid end.
    if (end_time !== '24:00' && !TIME.test(end_time))
      throw invalid(`${path}.end_time must be a time of the day as HH:MM`);
  });
  return { enabled, timezone, slots };
}

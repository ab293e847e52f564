import { invalid, rejected } from '../errors.ts';
import { callerIdPool, type CallerIdPool, type CallerIdPoolInput } from './caller-id-pool.ts';
import { PHONE } from './contacts.ts';
import { NO_CAPS, type DialCaps } from './dial-caps.ts';
import { PROBE_WAIT_MAX, type OpenBreaker } from './open-breaker.ts';
import type { RetryInput } from './retry-policy.ts';
import type { Variant } from './variant.ts';

/**
 * A weekly window. Day 0 is Monday. Start inclusive, end exclusive. An end not after the start lies on the next day.
 */
export interface ScheduleSlot {
  readonly day_of_week: number;
  readonly start_time: string;
  readonly end_time: string;
}

/** When dialling is allowed, in local time of one zone or of each contact. */
export interface ScheduleConfig {
  readonly enabled: boolean;
  readonly timezone: string;
  readonly slots: readonly ScheduleSlot[];
  /** The slots are in local time of the contact. `timezone` is for contacts that are in none. */
  readonly use_contact_timezone?: boolean;
  /** The column of the contact list with the zones of contacts. */
  readonly timezone_column?: string;
  /** There are no dials on a public holiday of a country that the number may be in. */
  readonly observe_holidays?: boolean;
}

/** Where a contact list says that a person agreed to be called. */
export interface ConsentConfig {
  readonly column: string;
  /** What stands there when the person agreed, in any case. */
  readonly accepted_values: readonly string[];
  /** The column of the last day, or of the time, until which it holds. A blank one does not expire. */
  readonly expiry_column?: string;
}

/** When a campaign pauses itself, or stops dialling and probes. */
export interface CircuitBreakerConfig {
  readonly enabled: boolean;
  readonly failure_threshold: number;
  readonly window_seconds: number;
  readonly min_calls_in_window: number;
  /** The campaign does not pause: after this time it dials one contact, and continues when that call gets through. */
  readonly probe_after_seconds?: number;
}

/** Further settings and state of a campaign. Schedule and breaker exist only when configured. */
export interface CampaignMetadata {
  readonly max_concurrency: number;
  readonly schedule_config?: ScheduleConfig;
  readonly circuit_breaker?: CircuitBreakerConfig;
  /** Dials to one number, by all campaigns and calls of the organisation. Each counts beside the organisation's own cap. */
  readonly dial_caps?: DialCaps;
  readonly consent?: ConsentConfig;
  /** The numbers that it calls from, instead of its caller ID or the agent's number. */
  readonly caller_id_pool?: CallerIdPool;
  /** Agents that share the contacts. Absent: the agent of the campaign calls all. */
  readonly variants?: readonly Variant[];
  /** When their weights last changed after the start. */
  readonly variants_changed_at?: string;
  readonly parent_campaign_id?: string;
  /** The circuit breaker while it is not closed. */
  readonly breaker_state?: OpenBreaker;
  /** Why the campaign paused itself. Removed on resume. */
  readonly paused_reason?: string;
  /** Why the campaign failed. */
  readonly failed_reason?: string;
}

/** Nested settings of a create or update request. */
export interface SettingsInput {
  readonly max_concurrency?: number;
  readonly retry_config?: RetryInput;
  readonly schedule_config?: ScheduleInput;
  readonly circuit_breaker?: BreakerInput;
  readonly dial_caps?: Partial<DialCaps>;
  /** Null: consent is no longer required. */
  readonly consent?: ConsentInput | null;
  /** Null: there is no pool any more. */
  readonly caller_id_pool?: CallerIdPoolInput | null;
  /** Null: the agent of the campaign calls all contacts. */
  readonly variants?: readonly Variant[] | null;
}

/** A breaker as given. A wait of null: the campaign pauses. */
type BreakerInput = Partial<Omit<CircuitBreakerConfig, 'probe_after_seconds'>> & {
  readonly probe_after_seconds?: number | null;
};

/** A schedule as given. Null as a column stands for the default column. */
type ScheduleInput = Partial<Omit<ScheduleConfig, 'timezone_column'>> & { readonly timezone_column?: string | null };

/** A consent as given. An expiry column of null: consents do not expire. */
type ConsentInput = Partial<Omit<ConsentConfig, 'expiry_column'>> & { readonly expiry_column?: string | null };

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
  probe_after_seconds: { minimum: 30, maximum: PROBE_WAIT_MAX },
  day_of_week: { minimum: 0, maximum: 6 },
} as const satisfies Record<string, Bounds>;

export const DEFAULT_RATE_LIMIT = 1;
const DEFAULT_CONCURRENCY = 5;

const DEFAULT_ACCEPTED = ['yes', 'true', '1'] as const;

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
  const { consent, breaker_state, caller_id_pool, ...others } = before;
  const merged = {
    ...others,
    ...unlessRemoved({ consent, caller_id_pool }, given),
    max_concurrency: concurrency,
    ...nestedSettings(before, given, rules),
  };
  // A breaker that no longer probes is closed.
  return { ...merged, ...(breaker_state && isProbing(merged.circuit_breaker) && { breaker_state }) };
}

type Removable = Pick<Partial<CampaignMetadata>, 'consent' | 'caller_id_pool'>;

/** The previous settings without those that null removes. */
const unlessRemoved = (
  { consent, caller_id_pool }: { readonly [Name in keyof Removable]: Removable[Name] | undefined },
  given: SettingsInput,
): Removable => ({
  ...(consent && given.consent !== null && { consent }),
  ...(caller_id_pool && given.caller_id_pool !== null && { caller_id_pool }),
});

/** Each group of settings that is given, merged into the previous one. */
function nestedSettings(
  before: Partial<CampaignMetadata>,
  { schedule_config: window, circuit_breaker: breaker, dial_caps: caps, consent, caller_id_pool: pool }: SettingsInput,
  rules: SettingsRules,
): Partial<CampaignMetadata> {
  return {
    ...(window && { schedule_config: schedule(window, before.schedule_config, rules) }),
    ...(breaker && { circuit_breaker: breakerConfig(breaker, before.circuit_breaker) }),
    ...(caps && { dial_caps: { ...(before.dial_caps ?? NO_CAPS), ...caps } }),
    ...(consent && { consent: consentConfig({ ...before.consent, ...consent }) }),
    ...(pool && { caller_id_pool: callerIdPool(pool, before.caller_id_pool) }),
  };
}

/** Whether a breaker that trips probes instead of pausing its campaign. */
export const isProbing = (
  config: CircuitBreakerConfig | undefined,
): config is CircuitBreakerConfig & { readonly probe_after_seconds: number } =>
  config?.enabled === true && config.probe_after_seconds !== undefined;

/** Settings of a campaign whose breaker is closed. */
export function withoutBreaker({ breaker_state: _breaker, ...settings }: CampaignMetadata): CampaignMetadata {
  return settings;
}

function breakerConfig(given: BreakerInput, before: CircuitBreakerConfig = DEFAULT_BREAKER): CircuitBreakerConfig {
  const { probe_after_seconds: wait, ...others } = { ...before, ...given };
  return { ...others, ...(typeof wait === 'number' && { probe_after_seconds: wait }) };
}

function schedule(given: ScheduleInput, before: ScheduleConfig | undefined, rules: SettingsRules): ScheduleConfig {
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
  const { use_contact_timezone, timezone_column, observe_holidays } = { ...before, ...given };
  return {
    enabled,
    timezone,
    slots,
    ...(use_contact_timezone !== undefined && { use_contact_timezone }),
    ...(typeof timezone_column === 'string' && { timezone_column: columnName(timezone_column) }),
    ...(observe_holidays !== undefined && { observe_holidays }),
  };
}

function consentConfig({ column, accepted_values = DEFAULT_ACCEPTED, expiry_column }: ConsentInput): ConsentConfig {
  if (column === undefined) throw invalid('consent.column is required');
  if (accepted_values.every((value) => value.trim() === '')) throw invalid('consent.accepted_values must have a value');
  return {
    column: consentColumn(column, 'column'),
    accepted_values: accepted_values.map((value) => value.trim()).filter((value) => value !== ''),
    ...(typeof expiry_column === 'string' && { expiry_column: consentColumn(expiry_column, 'expiry_column') }),
  };
}

/** A column beside the number, which is not one of a contact's variables. */
function consentColumn(name: string, field: 'column' | 'expiry_column'): string {
  const column = columnName(name);
  if (column === PHONE) throw invalid(`consent.${field} must not be ${PHONE}`);
  return column;
}

/** Names of columns are compared as they are read from a contact list. */
const columnName = (name: string): string => name.trim().toLowerCase();

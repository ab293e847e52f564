import { REFUSALS } from './refusal.ts';
import type { RunOutcome } from './run-outcome.ts';
import type { CircuitBreakerConfig } from './settings.ts';

/** Calls of one second. A window has at most one bucket per second, however many calls end. */
export interface BreakerBucket {
  /** Seconds since the epoch. */
  readonly second: number;
  readonly calls: number;
  readonly failures: number;
}

/** Buckets of the seconds in which calls ended, oldest first. */
export type Window = readonly BreakerBucket[];

/** A call's result for the breaker. */
export type Sample = 'success' | 'failure';

/** Outcomes that do not depend on the carrier, or are not known. */
const SAYS_NOTHING: ReadonlySet<RunOutcome> = new Set<RunOutcome>([
  'canceled',
  'unknown',
  'invalid_number',
  ...REFUSALS,
]);

/** What an outcome says about the carrier. Null: nothing. An unanswered call proves that calls get through. */
export function sampleOf(outcome: RunOutcome): Sample | null {
  if (SAYS_NOTHING.has(outcome)) return null;
  return outcome === 'failed' ? 'failure' : 'success';
}

/** The window with these samples added and expired seconds removed. Empty when the breaker is off. */
export function afterSamples(
  window: Window,
  samples: readonly Sample[],
  config: CircuitBreakerConfig | undefined,
  now: Date,
): Window {
  if (!config?.enabled) return [];
  const second = secondOf(now);
  const kept = counting(window, config, now);
  if (samples.length === 0) return kept;
  const before = kept.find((bucket) => bucket.second === second) ?? { calls: 0, failures: 0 };
  const bucket = {
    second,
    calls: before.calls + samples.length,
    failures: before.failures + samples.filter((sample) => sample === 'failure').length,
  };
  return [...kept.filter((each) => each.second !== second), bucket];
}

/** Why the campaign must stop dialling. Null when it may continue, and always when the breaker is off. */
export function tripReason(window: Window, config: CircuitBreakerConfig | undefined, now: Date): string | null {
  if (!config?.enabled) return null;
  const kept = counting(window, config, now);
  const calls = kept.reduce((sum, bucket) => sum + bucket.calls, 0);
  const failures = kept.reduce((sum, bucket) => sum + bucket.failures, 0);
  if (calls < config.min_calls_in_window || failures / calls < config.failure_threshold) return null;
  return `Circuit breaker: ${failures} of ${calls} calls failed within ${config.window_seconds} seconds`;
}

/** The window has whole seconds, including the current one. Future seconds stem from a clock that was set back. */
const counting = (window: Window, { window_seconds }: CircuitBreakerConfig, now: Date): Window =>
  window.filter(({ second }) => second > secondOf(now) - window_seconds && second <= secondOf(now));

const secondOf = (moment: Date): number => Math.floor(moment.getTime() / 1_000);

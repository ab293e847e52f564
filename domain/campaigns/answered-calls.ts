import { planOf, type AnalysisFinding, type AnalysisRetry } from './analysis-retry.ts';
import type { DecisionReason, RetryDecision } from './retry-decision.ts';
import { plannedAttempt } from './retry-plan.ts';
import { isHungUpEarly, nextAttempt, type RetryConfig } from './retry-policy.ts';
import type { RunOutcome } from './run-outcome.ts';

/** An attempt whose contact is not decided on before its call is analysed. */
export interface DecisionWait {
  /** When the attempt ended. */
  readonly since: string;
  /** How long the analysis is waited for. */
  readonly until: string;
}

/** An attempt that ended. */
export interface EndedAttempt {
  /** 0 for the first dial. */
  readonly attempt: number;
  readonly outcome: RunOutcome;
  /** After how long the person hung up. Null: they did not, or it is not known. */
  readonly stayedSeconds: number | null;
}

/** What was found out about an answered call. `bar`: why its contact is not dialled again, whatever the analysis says. */
export interface CallFinding {
  readonly analysis: Exclude<AnalysisFinding, { readonly reason: 'pending' }>;
  readonly bar: Extract<DecisionReason, 'suppressed' | 'callback' | 'erased'> | null;
  readonly stayedSeconds: number | null;
}

/** The wait for the analysis of a call. Null: there is nothing that it could decide. */
export function judgingOf(config: RetryConfig, ended: EndedAttempt, now: Date): DecisionWait | null {
  const { by_analysis: analysed } = config;
  if (!analysed || ended.outcome !== 'answered' || !mayBeRetried(config, analysed, ended)) return null;
  const until = new Date(now.getTime() + analysed.wait_seconds * 1_000).toISOString();
  return { since: now.toISOString(), until };
}

function mayBeRetried(
  config: RetryConfig,
  { plans }: AnalysisRetry,
  { attempt, outcome, stayedSeconds }: EndedAttempt,
): boolean {
  if (!config.enabled || attempt >= config.max_retries) return false;
  const isPlanned = plans.some(({ delays_seconds }) => delays_seconds[attempt] !== undefined);
  return isPlanned || nextAttempt(config, outcome, attempt, new Date(0), stayedSeconds) !== null;
}

/** What is decided about a contact whose call did not wait for an analysis, or null: it is retried by its outcome alone. */
export function earlyDecision(config: RetryConfig, ended: EndedAttempt, now: Date): RetryDecision | null {
  const { outcome, stayedSeconds, attempt } = ended;
  if (!config.enabled || !isHungUpEarly(config, outcome, stayedSeconds)) return null;
  const next = nextAttempt(config, outcome, attempt, now, stayedSeconds);
  return decided('hung_up_early', next, now);
}

/**
 * Decides on a contact once its call was analysed, or the wait is over. The analysis comes first: where it has a value with a
 * plan, an early end of the call does not count.
 */
export function decisionOn(
  config: RetryConfig,
  attempt: number,
  { since }: Pick<DecisionWait, 'since'>,
  { analysis, bar, stayedSeconds }: CallFinding,
  now: Date,
): RetryDecision {
  if (bar) return decided(bar, null, now);
  const endedAt = new Date(since);
  const plan =
    analysis.reason === 'value' && config.by_analysis ? planOf(config.by_analysis, analysis.value) : undefined;
  if (plan && analysis.reason === 'value') {
    const isOpen = config.enabled && attempt < config.max_retries;
    return { ...decided('value', isOpen ? plannedAttempt(plan, attempt, endedAt) : null, now), value: analysis.value };
  }
  if (isHungUpEarly(config, 'answered', stayedSeconds))
    return decided('hung_up_early', nextAttempt(config, 'answered', attempt, endedAt, stayedSeconds), now);
  return decided(analysis.reason === 'no_analysis' ? 'no_analysis' : 'no_plan', null, now);
}

const decided = (reason: DecisionReason, next: Date | null, now: Date): RetryDecision => ({
  reason,
  retry_at: next?.toISOString() ?? null,
  decided_at: now.toISOString(),
});

/** Shortest and longest time between two looks at an analysis that is not there yet, in ms. */
const [LOOK_MIN_MS, LOOK_MAX_MS] = [5_000, 60_000];

/** When an analysis is looked for again: the longer it takes, the more seldom, and at the end of the wait. */
export function nextLook({ since, until }: DecisionWait, now: Date): string {
  const waitedMs = Math.max(0, now.getTime() - Date.parse(since));
  const lookMs = Math.min(Math.max(waitedMs / 2, LOOK_MIN_MS), LOOK_MAX_MS);
  return [until, new Date(now.getTime() + lookMs).toISOString()].toSorted()[0]!;
}

import { isReached } from '../calls/call-log.ts';
import { completion, selfPause, type Campaign } from './campaign.ts';
import { afterSamples, sampleOf, tripReason, type Sample } from './circuit-breaker.ts';
import { openBreakerOf, withBreaker } from './campaign-breaker.ts';
import { afterProbe, tripped } from './open-breaker.ts';
import { isProbing } from './settings.ts';
import type { CampaignRecord, CampaignRecordChange, PendingOutcome } from './campaign-record.ts';
import { decisionOn, earlyDecision, judgingOf, type CallFinding, type EndedAttempt } from './answered-calls.ts';
import { ERASED_NUMBER } from './contacts.ts';
import type { QueuedRun } from './queued-run.ts';
import { withDecisions } from './retry-decision.ts';
import { nextAttempt } from './retry-policy.ts';
import { isRefusal, type RefusalReason, type RefusedBy } from './refusal.ts';

/** An outcome of an attempt that is not counted yet. */
export interface NewOutcome extends EndedAttempt {
  readonly queued_run_id: string;
  /** Id of the run that retries the contact, if there is one. */
  readonly retry_run_id: string;
}

/** Consequences of an outcome: whether and when the contact is retried, or what is waited for to decide on that. */
export function pendingOutcome({ campaign }: CampaignRecord, fresh: NewOutcome, now: Date): PendingOutcome {
  const { queued_run_id, retry_run_id, outcome, attempt } = fresh;
  const { retry_config: config } = campaign;
  const judging = judgingOf(config, fresh, now);
  if (judging) return { queued_run_id, outcome, retry_at: null, retry_run_id, judging };
  const decision = earlyDecision(config, fresh, now);
  const next = decision ? decision.retry_at : (nextAttempt(config, outcome, attempt, now)?.toISOString() ?? null);
  return { queued_run_id, outcome, retry_at: next, retry_run_id, ...(decision && { decision }) };
}

/** A run whose call was waited for to be analysed, and what was found. */
interface JudgedRun {
  readonly run: Pick<QueuedRun, 'queued_run_id' | 'attempt' | 'outcome' | 'judging' | 'phone_number'>;
  readonly finding: CallFinding;
  readonly retry_run_id: string;
}

/** Consequences of what was found about the call of a run. Its outcome was counted when the wait began. */
export function pendingDecision(
  { campaign }: CampaignRecord,
  { run, finding, retry_run_id }: JudgedRun,
  now: Date,
): PendingOutcome {
  const { queued_run_id, attempt, outcome, phone_number, judging } = run;
  const known = phone_number === ERASED_NUMBER ? { ...finding, bar: 'erased' as const } : finding;
  const since = judging ?? { since: now.toISOString() };
  const decision = decisionOn(campaign.retry_config, attempt, since, known, now);
  return {
    ...{ queued_run_id, outcome: outcome ?? 'answered', retry_at: decision.retry_at, retry_run_id },
    ...{ decision, is_judged: true },
  };
}

/** Whether a contact is final with this outcome. */
export const isFinal = ({ retry_at, judging }: PendingOutcome): boolean => retry_at === null && !judging;

/** Whether the consequences of an outcome are written to its run. */
export const isWritten = ({ judging }: PendingOutcome, { state }: QueuedRun): boolean =>
  state === 'done' || (judging !== undefined && state === 'judging');

/**
 * Counts outcomes once each: updates final contacts and the breaker, and completes the campaign when it is over.
 * `unwritten` are outcomes counted before whose runs are not written yet.
 */
export function applyOutcomes(
  record: CampaignRecord,
  fresh: readonly PendingOutcome[],
  unwritten: readonly PendingOutcome[],
  now: Date,
): CampaignRecordChange {
  const { campaign, gate } = record;
  const finals = fresh.filter(isFinal);
  const processed = campaign.processed_rows + finals.length;
  const failed = campaign.failed_rows + finals.filter(({ outcome }) => !isReached(outcome)).length;
  const samples = fresh.flatMap(({ queued_run_id, outcome, is_judged }) =>
    is_judged ? [] : [{ queued_run_id, sample: sampleOf(outcome) }],
  );
  const decisions = fresh.flatMap(({ decision }) => decision ?? []);
  const { breaker, stop } = applySamples(record, samples, now);
  const refused = finals.flatMap(({ outcome }) => (isRefusal(outcome) ? [outcome] : []));
  const sums = {
    processed_rows: processed,
    failed_rows: failed,
    ...(refused.length > 0 && {
      refused_rows: (campaign.refused_rows ?? 0) + refused.length,
      refused_by: countedBy(campaign, refused),
    }),
    ...(decisions.length > 0 && { decisions: withDecisions(campaign.decisions ?? [], decisions) }),
    updated_at: now.toISOString(),
  };
  const end = isComplete({ ...campaign, processed_rows: processed }, gate.is_loaded) ? completion(campaign, now) : stop;
  return { campaign: { ...sums, ...end }, gate: { settling: [...unwritten, ...fresh], breaker } };
}

/** Refused contacts by reason. Those of an earlier version, which knew one reason, are suppressed. */
function countedBy({ refused_rows = 0, refused_by }: Campaign, refused: readonly RefusalReason[]): RefusedBy {
  const before: RefusedBy = refused_rows > 0 ? { suppressed: refused_rows } : {};
  const counts: Partial<Record<RefusalReason, number>> = { ...(refused_by ?? before) };
  for (const reason of refused) counts[reason] = (counts[reason] ?? 0) + 1;
  return counts;
}

/** What the outcome of a run says about the carrier. Null: nothing. */
interface RunSample {
  readonly queued_run_id: string;
  readonly sample: Sample | null;
}

/**
 * Applies samples of runs to the breaker: its new window, and the changes if it trips or its probe is over. Samples of a campaign
 * that does not run count for nothing, and so do those of other runs while the breaker is not closed: they were dialled before.
 */
export function applySamples(
  { campaign, gate }: CampaignRecord,
  samples: readonly RunSample[],
  now: Date,
): { readonly breaker: CampaignRecord['gate']['breaker']; readonly stop: Partial<Campaign> } {
  const config = campaign.orchestrator_metadata.circuit_breaker;
  const isRunning = campaign.state === 'running';
  const open = openBreakerOf(campaign);
  if (open) {
    const probe = samples.find(({ queued_run_id }) => queued_run_id === open.probe_run_id);
    const isOver = isRunning && probe !== undefined;
    return { breaker: [], stop: isOver ? withBreaker(campaign, afterProbe(open, probe.sample, now)) : {} };
  }
  const counted = isRunning ? samples.flatMap(({ sample }) => sample ?? []) : [];
  const breaker = afterSamples(gate.breaker, counted, config, now);
  const reason = counted.length > 0 ? tripReason(breaker, config, now) : null;
  if (reason === null) return { breaker, stop: {} };
  if (!isProbing(config)) return { breaker, stop: selfPause(campaign, reason, now) };
  return { breaker: [], stop: withBreaker(campaign, tripped(reason, config.probe_after_seconds, now)) };
}

/** Whether every contact of a running campaign is final. */
export const isComplete = (campaign: Campaign, isLoaded: boolean): boolean =>
  campaign.state === 'running' && isLoaded && campaign.processed_rows >= campaign.total_rows;

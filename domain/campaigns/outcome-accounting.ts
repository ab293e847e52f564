import { isReached } from '../calls/call-log.ts';
import { completion, selfPause, type Campaign } from './campaign.ts';
import { afterSamples, sampleOf, tripReason, type Sample } from './circuit-breaker.ts';
import { openBreakerOf, withBreaker } from './campaign-breaker.ts';
import { afterProbe, tripped } from './open-breaker.ts';
import { isProbing } from './settings.ts';
import type { CampaignRecord, CampaignRecordChange, PendingOutcome } from './campaign-record.ts';
import { nextAttempt } from './retry-policy.ts';
import { isRefusal, type RefusalReason, type RefusedBy } from './refusal.ts';
import type { RunOutcome } from './run-outcome.ts';

/** An outcome of an attempt that is not counted yet. */
export interface NewOutcome {
  readonly queued_run_id: string;
  readonly attempt: number;
  readonly outcome: RunOutcome;
  /** Id of the run that retries the contact, if there is one. */
  readonly retry_run_id: string;
}

/** Consequences of an outcome: whether and when the contact is retried. */
export const pendingOutcome = ({ campaign }: CampaignRecord, fresh: NewOutcome, now: Date): PendingOutcome => ({
  queued_run_id: fresh.queued_run_id,
  outcome: fresh.outcome,
  retry_at: nextAttempt(campaign.retry_config, fresh.outcome, fresh.attempt, now)?.toISOString() ?? null,
  retry_run_id: fresh.retry_run_id,
});

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
  const finals = fresh.filter(({ retry_at }) => retry_at === null);
  const processed = campaign.processed_rows + finals.length;
  const failed = campaign.failed_rows + finals.filter(({ outcome }) => !isReached(outcome)).length;
  const samples = fresh.map(({ queued_run_id, outcome }) => ({ queued_run_id, sample: sampleOf(outcome) }));
  const { breaker, stop } = applySamples(record, samples, now);
  const refused = finals.flatMap(({ outcome }) => (isRefusal(outcome) ? [outcome] : []));
  const sums = {
    processed_rows: processed,
    failed_rows: failed,
    ...(refused.length > 0 && {
      refused_rows: (campaign.refused_rows ?? 0) + refused.length,
      refused_by: countedBy(campaign, refused),
    }),
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
    const isOver = isRunning && open.state === 'half_open' && probe !== undefined;
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

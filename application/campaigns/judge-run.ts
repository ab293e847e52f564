import { findingIn, type AnalysisFinding } from '../../domain/campaigns/analysis-retry.ts';
import { nextLook, type CallFinding } from '../../domain/campaigns/answered-calls.ts';
import { callbackIdOf, CALLBACKS_MAX } from '../../domain/campaigns/callback.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { hungUpAfter } from '../../domain/campaigns/run-outcome.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import type { SuppressionRepository } from '../ports/suppressions.ts';
import type { OutcomeRecorder } from './outcome-recorder.ts';

export interface JudgePorts {
  readonly campaigns: Pick<CampaignRepository, 'find'>;
  readonly runs: QueuedRunRepository;
  readonly calls: Pick<CallRepository, 'find'>;
  readonly callAnalyses: Pick<CallAnalysisRepository, 'find'>;
  readonly suppressions: Pick<SuppressionRepository, 'among'>;
  readonly outcomeRecorder: Pick<OutcomeRecorder, 'recordFinding'>;
  readonly clock: Clock;
}

/**
 * Looks whether the call of a run is analysed. If so, or if the wait is over, what follows is recorded: true. Otherwise there is
 * a later look, which a process that dies leaves to another.
 */
export async function judgeRun(ports: JudgePorts, run: QueuedRun): Promise<boolean> {
  const { runs, calls, outcomeRecorder, clock } = ports;
  const call = run.call_id === null ? null : await calls.find(run.org_id, run.call_id);
  // A call that was erased has no analysis any more.
  const analysis = call ? await analysisOf(ports, run) : ({ reason: 'no_analysis' } as const);
  if (analysis.reason === 'pending') {
    if (run.judging) await runs.change(run, { lease_until: nextLook(run.judging, clock.now()) });
    return false;
  }
  const stayedSeconds = call && hungUpAfter(call);
  await outcomeRecorder.recordFinding(run, { analysis, bar: await barOf(ports, run), stayedSeconds });
  return true;
}

/** What the analysis says. One that is not there when the wait is over is not waited for any more. */
async function analysisOf(
  { campaigns, callAnalyses, clock }: JudgePorts,
  { org_id, campaign_id, call_id, judging }: QueuedRun,
): Promise<AnalysisFinding> {
  const record = await campaigns.find(org_id, campaign_id);
  const analysed = record?.campaign.retry_config.by_analysis;
  // The settings have changed since.
  if (!analysed || call_id === null) return { reason: 'no_plan' };
  const finding = findingIn(analysed, await callAnalyses.find(org_id, call_id));
  const isLate = !judging || judging.until <= clock.now().toISOString();
  return finding.reason === 'pending' && isLate ? { reason: 'no_analysis' } : finding;
}

/** Why the contact is not dialled again, whatever was found. */
async function barOf(
  { suppressions, runs }: JudgePorts,
  { org_id, phone_number, call_id }: QueuedRun,
): Promise<CallFinding['bar']> {
  if ((await suppressions.among(org_id, [phone_number])).length > 0) return 'suppressed';
  const ids = Array.from({ length: CALLBACKS_MAX }, (_, index) => callbackIdOf(call_id ?? '', index + 1));
  const callbacks = await runs.findMany(ids);
  return callbacks.some(({ callback }) => callback?.canceled_at === undefined) ? 'callback' : null;
}

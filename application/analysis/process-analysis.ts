import type { AgentAnalysis } from '../../domain/agents/analysis.ts';
import {
  analyseAgainAfterMs,
  ATTEMPT_MS,
  mayAnalyseAgain,
  toDone,
  toFailed,
  type AnalysisResult,
  type CallAnalysis,
} from '../../domain/calls/call-analysis.ts';
import { suppressionFound } from '../../domain/calls/analysis-suppression.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import type { UsageItem } from '../../domain/costs/usage.ts';
import { DomainError, failed } from '../../domain/errors.ts';
import { analysisEvent } from '../../domain/events/call-events.ts';
import { CLAIM_LOST } from '../claim-heartbeat.ts';
import { WORKER_STOPPED } from '../claim-worker.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallAnalysisRepository, ClaimedAnalysis } from '../ports/call-analyses.ts';
import type { CallRecords } from '../ports/call-records.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CallerSuppressor } from '../ports/caller-suppressor.ts';
import type { CostRecorder } from '../ports/costs.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';
import type { Log } from '../ports/log.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { VendorFailure } from '../ports/vendor-failure.ts';
import { withTimeout } from '../with-timeout.ts';
import { analyseCall, type AnalysePorts } from './analyse-call.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface AnalysisJobPorts extends AnalysePorts {
  readonly callAnalyses: CallAnalysisRepository;
  readonly calls: CallRepository;
  readonly callRecords: CallRecords;
  readonly costs: CostRecorder;
  readonly callerSuppressor: CallerSuppressor;
  readonly agents: AgentRepository;
  readonly organisations: OrganisationRepository;
  readonly eventRecorder: EventRecorder;
  readonly log: Log;
}

const ALWAYS_INTERRUPTED = 'The call could not be analysed: every attempt was interrupted.';

/** An analysis claimed by this worker. */
export interface AnalysisJob extends ClaimedAnalysis {
  readonly owner: string;
  /** Aborts with `CLAIM_LOST` or `WORKER_STOPPED`. */
  readonly signal: AbortSignal;
}

/** Analyses a call and stores the result if the claim still holds, so that of two workers only one stores it. */
export const processAnalysis =
  (ports: AnalysisJobPorts) =>
  async (job: AnalysisJob): Promise<void> => {
    try {
      await finish(ports, job, await changeOf(ports, job));
    } catch (error) {
      await releaseOrFail(ports, job, job.signal.aborted ? job.signal.reason : error);
    }
  };

async function changeOf(ports: AnalysisJobPorts, job: AnalysisJob): Promise<Partial<CallAnalysis>> {
  const { analysis, attempt, signal } = job;
  const { org_id, call_id, agent_id } = analysis;
  if (!mayAnalyseAgain(attempt - 1)) throw failed(ALWAYS_INTERRUPTED);
  // The model of a deleted organisation is not asked, which could cost money.
  if (!(await ports.organisations.find(org_id)))
    throw failed('The call was not analysed: its organisation was deleted.');
  const [call, agent] = await Promise.all([ports.calls.find(org_id, call_id), ports.agents.find(org_id, agent_id)]);
  if (!call) throw failed('The call was not analysed: its log was removed.');
  const wanted = agent?.config.analysis;
  if (!agent || !wanted) throw failed('The call was not analysed: its agent has no analysis section any more.');
  const lines: UsageItem[] = [];
  const used = (more: readonly UsageItem[]): void => void lines.push(...more);
  try {
    const result = await withTimeout(ports.clock, ATTEMPT_MS, (late) =>
      analyseCall(ports)(call, agent, wanted, { attempt, signal: AbortSignal.any([signal, late]), used }),
    );
    await suppressCaller(ports, call, wanted, result);
    return toDone(result);
  } finally {
    await recordUsage(ports, call, lines);
  }
}

/**
 * Suppresses the person on the call if the result says so, before it is stored: after a crash in between the call is analysed
 * again. A full list does not keep the result from being stored.
 */
async function suppressCaller(
  { callerSuppressor, log }: AnalysisJobPorts,
  call: CallLog,
  { do_not_call: rule }: AgentAnalysis,
  result: AnalysisResult,
): Promise<void> {
  const reason = suppressionFound(rule, result);
  if (reason === null) return;
  try {
    await callerSuppressor.suppress(call, { source: 'analysis', reason, at: result.analysed_at });
  } catch (error) {
    if (!(error instanceof DomainError && error.problem === 'rejected')) throw error;
    log.error('suppressions.not_added', { org_id: call.org_id, call_id: call.call_id, reason: error.message });
  }
}

/** Records what an attempt cost, whether or not it has a result. A call that is erased at the same time keeps none. */
async function recordUsage(
  { costs, calls, callRecords, clock }: AnalysisJobPorts,
  call: CallLog,
  lines: readonly UsageItem[],
): Promise<void> {
  if (lines.length === 0) return;
  await costs.record(call, `analysis:${clock.now().toISOString()}`, lines);
  if (!(await calls.find(call.org_id, call.call_id))) await callRecords.removeAll(call.org_id, call.call_id);
}

/** Stores the result with its event. While the claim holds, nothing else changes the analysis. */
async function finish(
  { callAnalyses, eventRecorder, log }: AnalysisJobPorts,
  { analysis, owner }: AnalysisJob,
  change: Partial<CallAnalysis>,
): Promise<void> {
  const { org_id, call_id } = analysis;
  const selected = await eventRecorder.selected(org_id, [analysisEvent({ ...analysis, ...change })]);
  const events = eventRecorder.recorded(org_id, selected);
  if (!(await callAnalyses.finishClaim(call_id, owner, change, events))) return;
  if (events.length > 0) eventRecorder.wake();
  log.info('calls.analysed', { org_id, call_id, status: change.status });
}

/** Handles a failed or interrupted attempt: releases the analysis for another, or marks it as failed. */
async function releaseOrFail(ports: AnalysisJobPorts, job: AnalysisJob, reason: unknown): Promise<void> {
  const { callAnalyses, clock, log } = ports;
  const { analysis, attempt, owner } = job;
  const { org_id, call_id } = analysis;
  const release = async (afterMs: number, untried: boolean): Promise<void> => {
    const until = isoAfter(clock.now(), afterMs);
    await callAnalyses.releaseClaim(call_id, owner, { until, untried });
  };
  if (reason === CLAIM_LOST) return;
  if (reason === WORKER_STOPPED) return release(0, true);
  if (isFinal(reason) || !mayAnalyseAgain(attempt)) {
    log.warn('calls.analysis_failed', { org_id, call_id, attempt, error: reason });
    return finish(ports, job, toFailed(messageOf(reason), clock.now()));
  }
  log.warn('calls.analysis_delayed', { org_id, call_id, attempt, error: reason });
  return release(analyseAgainAfterMs(attempt), false);
}

/** Whether another attempt would fail as well: only vendors, stores and time-outs may recover. */
const isFinal = (reason: unknown): boolean =>
  reason instanceof VendorFailure
    ? !reason.retryable
    : reason instanceof DomainError && !['unavailable', 'outage', 'busy'].includes(reason.problem);

const messageOf = (reason: unknown): string =>
  reason instanceof DomainError || reason instanceof VendorFailure ? reason.message : 'The call could not be analysed.';

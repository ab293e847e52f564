import {
  cursorAfter,
  isWanted,
  RUN_AHEAD,
  RUN_PAUSE_MS,
  runEnd,
  runProgress,
  unreadCalls,
  type AnalysisRun,
} from '../../domain/calls/analysis-run.ts';
import type { CallAnalysis } from '../../domain/calls/call-analysis.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { DomainError } from '../../domain/errors.ts';
import { CLAIM_MS } from '../claim-heartbeat.ts';
import { ClaimWorker } from '../claim-worker.ts';
import type { AnalysisRunRepository } from '../ports/analysis-runs.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import { enqueueAnalysis, type RequestPorts } from './request-analysis.ts';
import { isoAfter } from '../../domain/expiry.ts';

export interface AnalysisRunPorts extends RequestPorts {
  readonly analysisRuns: AnalysisRunRepository;
  readonly ids: Ids;
  readonly log: Log;
}

/** Calls read at once. */
const BATCH = 100;

/** Requests the analyses of runs, a few calls ahead of what is analysed. Every API process has one. */
export const analysisRunWorker = (ports: AnalysisRunPorts): ClaimWorker =>
  new ClaimWorker(
    {
      organisations: () => ports.analysisRuns.organisationsWithRunning(ports.clock.now().toISOString()),
      serve: (orgId, stopping) => serve(ports, orgId, stopping),
      onFailure: (error) => ports.log.error('calls.analysis_run_failed', { error }),
    },
    { total: 4, perOrganisation: 1 },
  );

/** Advances the run of an organisation as far as it may go now. Its position is stored after each batch. */
async function serve(ports: AnalysisRunPorts, orgId: string, stopping: AbortSignal): Promise<boolean> {
  const { analysisRuns, clock, ids } = ports;
  const owner = ids.next();
  const untilIn = (ms: number): string => isoAfter(clock.now(), ms);
  let run = await analysisRuns.claim(orgId, owner, untilIn(CLAIM_MS), clock.now().toISOString());
  if (!run) return false;
  const { run_id } = run;
  try {
    while (run && !run.is_read && !stopping.aborted) {
      const { pending } = runProgress(await ports.callAnalyses.tallyOfRun(run_id));
      if (pending >= RUN_AHEAD) break;
      const change = await readBatch(ports, run, RUN_AHEAD - pending);
      run = await analysisRuns.advance(run_id, owner, change, untilIn(CLAIM_MS));
    }
    if (run?.is_read) await finishIfDone(ports, run);
  } finally {
    await analysisRuns.release(run_id, owner, untilIn(stopping.aborted ? 0 : RUN_PAUSE_MS));
  }
  return true;
}

/** Reads the next calls and requests the analyses of at most this many. Repeating it after a crash requests none twice. */
async function readBatch(ports: AnalysisRunPorts, run: AnalysisRun, most: number): Promise<Partial<AnalysisRun>> {
  const { unread, isLast } = await nextCalls(ports, run);
  const requestWanted = await requesting(ports, run, unread);
  let { cursor, calls_read, calls_requested } = run;
  const until = Math.min(calls_requested + most, run.max_calls);
  for (const call of unread) {
    if (calls_requested === until) break;
    if (await requestWanted(call)) calls_requested += 1;
    calls_read += 1;
    cursor = cursorAfter(cursor, call);
  }
  const isRead = calls_requested >= run.max_calls || (isLast && calls_requested < until);
  return { cursor, calls_read, calls_requested, is_read: isRead };
}

/** The next calls, and whether none follow. */
async function nextCalls({ calls }: AnalysisRunPorts, run: AnalysisRun) {
  const read = run.cursor?.ids ?? [];
  const limit = BATCH + read.length;
  const page = await calls.listOldest(run.org_id, unreadCalls(run), limit);
  return { unread: page.filter(({ call_id }) => !read.includes(call_id)), isLast: page.length < limit };
}

/** Requests the analysis of one of these calls if the run analyses it; true also when it did so before a crash. */
async function requesting(ports: AnalysisRunPorts, run: AnalysisRun, calls: readonly CallLog[]) {
  const [known, withSection] = await Promise.all([
    analysesOf(ports, run.org_id, calls),
    agentsWithSection(ports, run.org_id, calls),
  ]);
  return async (call: CallLog): Promise<boolean> => {
    const analysis = known.get(call.call_id) ?? null;
    if (analysis?.run_id === run.run_id) return true;
    return withSection.has(call.agent_id) && isWanted(run, call, analysis) && request(ports, run, call);
  };
}

async function analysesOf(
  { callAnalyses }: AnalysisRunPorts,
  orgId: string,
  calls: readonly CallLog[],
): Promise<ReadonlyMap<string, CallAnalysis>> {
  const ids = calls.map(({ call_id }) => call_id);
  return new Map((await callAnalyses.findMany(orgId, ids)).map((analysis) => [analysis.call_id, analysis]));
}

/** Requests an analysis; false when the call was erased or is being analysed. */
async function request(ports: AnalysisRunPorts, { run_id }: AnalysisRun, call: CallLog): Promise<boolean> {
  try {
    const isNew = await enqueueAnalysis(ports, call, run_id);
    if (isNew) ports.analysisWorker.wake();
    return isNew;
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'missing') return false;
    throw error;
  }
}

/** The agents of these calls that have an analysis section. */
async function agentsWithSection(
  { agents }: AnalysisRunPorts,
  orgId: string,
  calls: readonly CallLog[],
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(calls.map(({ agent_id }) => agent_id))];
  const found = await Promise.all(ids.map((agentId) => agents.find(orgId, agentId)));
  return new Set(found.flatMap((agent) => (agent?.config.analysis ? [agent.agent_id] : [])));
}

/** A run is done when the last of its analyses is. */
async function finishIfDone(ports: AnalysisRunPorts, run: AnalysisRun): Promise<void> {
  const { pending } = runProgress(await ports.callAnalyses.tallyOfRun(run.run_id));
  if (pending > 0) return;
  const { analysisRuns, clock, log } = ports;
  if (!(await analysisRuns.finish(run.org_id, run.run_id, runEnd('done', clock.now())))) return;
  const { org_id, run_id, calls_requested } = run;
  log.info('calls.analysis_run_done', { org_id, run_id, calls_requested });
}

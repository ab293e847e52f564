import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  newAnalysisRun,
  runEnd,
  runView,
  type AnalysisRunView,
  type NewAnalysisRun,
} from '../../domain/calls/analysis-run.ts';
import { parseCallFilter } from '../../domain/calls/call-filter.ts';
import { duplicate, missing, rejected } from '../../domain/errors.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { AnalysisRunRepository } from '../ports/analysis-runs.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';

interface ReadPorts {
  readonly analysisRuns: AnalysisRunRepository;
  readonly callAnalyses: CallAnalysisRepository;
}

interface StartPorts extends ReadPorts {
  readonly calls: CallRepository;
  readonly agents: AgentRepository;
  readonly analysisRunWorker: Pick<ClaimWorker, 'wake'>;
  readonly quotas: Pick<QuotaKeeper, 'reserve'>;
  readonly log: Log;
  readonly ids: Ids;
  readonly clock: Clock;
}

/** One page of runs with the total. */
export interface AnalysisRunPage {
  readonly runs: readonly AnalysisRunView[];
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** Starts the analysis of old calls. An organisation has one such run at a time, and a quota of them for a day. */
export const startAnalysisRun =
  (ports: StartPorts) =>
  async (principal: Principal, request: NewAnalysisRun): Promise<AnalysisRunView> => {
    const { org_id, email } = allow(principal, 'calls.analyse');
    const { analysisRuns, agents, calls, ids, clock } = ports;
    const facts = { run_id: ids.next(), org_id, created_by: email, now: clock.now() };
    const run = newAnalysisRun(request, facts);
    if (run.agent_id !== null) {
      const agent = await agents.find(org_id, run.agent_id);
      if (!agent) throw missing('Agent');
      if (!agent.config.analysis) throw rejected('The agent has no analysis section: add config.analysis first');
    }
    const total = await calls.count(org_id, { ...parseCallFilter(request), below: run.to });
    await withRollback(ports.log, async (undo) => {
      const reservation = await ports.quotas.reserve(org_id, { kind: 'analysis_run', id: run.run_id, bytes: 0 });
      undo(() => reservation.release());
      if (!(await analysisRuns.add({ ...run, calls_total: total })))
        throw duplicate('Another run is in progress: wait until it is done, or cancel it');
      await reservation.commit();
    });
    ports.analysisRunWorker.wake();
    return view(ports, org_id, run.run_id);
  };

/** Reads a run and how far it is. */
export const readAnalysisRun =
  (ports: ReadPorts) =>
  async (principal: Principal, runId: string): Promise<AnalysisRunView> =>
    view(ports, allow(principal, 'calls.listen').org_id, runId);

/** Lists one page of the runs of the active organisation, newest first. */
export const listAnalysisRuns =
  ({ analysisRuns, callAnalyses }: ReadPorts) =>
  async (principal: Principal, page: { limit: number; offset: number }): Promise<AnalysisRunPage> => {
    const { org_id } = allow(principal, 'calls.listen');
    const [found, total] = await Promise.all([analysisRuns.list(org_id, page), analysisRuns.count(org_id)]);
    const runs = await Promise.all(found.map(async (run) => runView(run, await callAnalyses.tallyOfRun(run.run_id))));
    return { runs, ...page, total };
  };

/** Ends a run. The analyses that it has requested are made all the same. */
export const cancelAnalysisRun =
  (ports: ReadPorts & Pick<StartPorts, 'clock'>) =>
  async (principal: Principal, runId: string): Promise<AnalysisRunView> => {
    const { org_id } = allow(principal, 'calls.analyse');
    await ports.analysisRuns.finish(org_id, runId, runEnd('canceled', ports.clock.now()));
    return view(ports, org_id, runId);
  };

async function view({ analysisRuns, callAnalyses }: ReadPorts, orgId: string, runId: string): Promise<AnalysisRunView> {
  const run = await analysisRuns.find(orgId, runId);
  if (!run) throw missing('Analysis run');
  return runView(run, await callAnalyses.tallyOfRun(runId));
}

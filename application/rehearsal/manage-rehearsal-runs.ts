import type { Agent } from '../../domain/agents/agent.ts';
import { allow, permit, type Principal } from '../../domain/accounts/principal.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { invalid, limited, missing, rejected, type DomainError } from '../../domain/errors.ts';
import { commandOnly, problemLine } from '../../domain/rehearsal/api-suite.ts';
import { plannedRuns } from '../../domain/rehearsal/planned-runs.ts';
import {
  isUnfinished,
  lowerCostLimit,
  rehearsalRunView,
  requireConversations,
  runOutcome,
  UNFINISHED_RUNS_MAX,
  type NewRehearsalRun,
  type RehearsalRun,
  type RehearsalRunView,
} from '../../domain/rehearsal/rehearsal-run.ts';
import type { Suite } from '../../domain/rehearsal/suite.ts';
import type { ClaimWorker } from '../claim-worker.ts';
import { LimitedList } from '../limited-list.ts';
import type { Clock } from '../ports/clock.ts';
import type { RehearsedConversationRepository } from '../ports/rehearsed-conversations.ts';
import type { Ids } from '../ports/ids.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import type { RehearsalEngine } from '../ports/rehearsal-engine.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import type { RehearsalSuiteRepository } from '../ports/rehearsal-suites.ts';
import type { FairSuiteReader } from './fair-suite-reader.ts';
import { ownSuite } from './manage-rehearsal-suites.ts';
import { handoverAgents } from './handover-agents.ts';
import { sideAgent, type AgentPorts, type SideAgent } from './side-agent.ts';
import { removeRun, type RemovePorts } from './remove-run.ts';
import { requireMeans, type MeansPorts } from './require-means.ts';
import { storePlan, type PlanPorts } from './run-plan.ts';

interface ReadPorts {
  readonly rehearsalSuites: RehearsalSuiteRepository;
  readonly rehearsalRuns: RehearsalRunRepository;
}

interface StartPorts extends ReadPorts, AgentPorts, PlanPorts, RemovePorts, MeansPorts {
  readonly rehearsalEngine: RehearsalEngine;
  readonly rehearsalWorker: Pick<ClaimWorker, 'wake'>;
  readonly fairSuiteReader: FairSuiteReader;
  readonly quotas: Pick<QuotaKeeper, 'addRecorded' | 'removeBytes' | 'usage'>;
  readonly ids: Ids;
  readonly clock: Clock;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of runs with the total. */
export interface RehearsalRunPage extends Page {
  readonly runs: readonly RehearsalRunView[];
  readonly total: number;
}

const tooManyRuns = (): DomainError =>
  limited(`An organisation has at most ${UNFINISHED_RUNS_MAX} runs that are queued or running: wait for one`);

/** Keeps the runs of an organisation that are not over within their maximum. */
export const unfinishedRuns = (): LimitedList => new LimitedList(UNFINISHED_RUNS_MAX, tooManyRuns);

/** Starts to hold a suite in the background. Text and agents are those of now, whatever changes after that. */
export const startRehearsalRun = (ports: StartPorts) => {
  const unfinished = unfinishedRuns();
  return async (principal: Principal, suiteId: string, request: NewRehearsalRun): Promise<RehearsalRunView> => {
    const { org_id, email } = allow(principal, 'rehearsals.write');
    // As in a trial call: who may not change the agent gets what is published.
    if (request.version === 'draft' || request.compare === 'draft') permit(principal, 'agents.write');
    const { rehearsalRuns, ids, clock } = ports;
    const kept = await ownSuite(ports, org_id, suiteId);
    // What is refused anyway is not read: all organisations share the reader.
    await requireMeans(ports, org_id);
    if ((await rehearsalRuns.countUnfinished(org_id)) >= UNFINISHED_RUNS_MAX) throw tooManyRuns();
    const suite = await ports.fairSuiteReader(org_id, kept.source);
    const agents = await agentsOf(ports, { org_id, agent_id: kept.agent_id }, request);
    const others = await handoverAgents(
      agents.map(({ agent }) => agent),
      (id) => ports.agents.findVersioned(org_id, id),
    );
    requireRunnable(ports, suite, agents, others);
    const { runs = 1, seed = 1, only = [] } = request;
    const total = plannedRuns(suite, runs, only).length * agents.length;
    requireConversations(total);
    const run: RehearsalRun = {
      ...{ run_id: ids.next(), org_id, suite_id: suiteId, suite_title: kept.title, agent_id: kept.agent_id },
      ...{ state: 'queued', origin: 'api', level: 'text', runs, seed, only },
      cost_limit: lowerCostLimit(request.cost_limit, suite.limits?.cost),
      sides: agents.map(({ side }) => side),
      ...{ comparison: null, conversations_total: total, conversations_done: 0, error: null, remarks: [] },
      ...{ created_by: email, created_at: clock.now().toISOString(), started_at: null, finished_at: null },
    };
    await unfinished.add(org_id, {
      count: () => rehearsalRuns.countUnfinished(org_id),
      add: async () => {
        await storePlan(ports, run, { source: kept.source, agents: agents.map(({ agent }) => agent), others });
        await rehearsalRuns.add(run);
      },
      remove: () => withdraw(ports, run),
    });
    await requireSuite(ports, run);
    ports.rehearsalWorker.wake();
    return rehearsalRunView(run);
  };
};

/** The agents of the sides. */
async function agentsOf(
  ports: AgentPorts,
  of: { readonly org_id: string; readonly agent_id: string },
  { version, compare }: NewRehearsalRun,
): Promise<readonly SideAgent[]> {
  const first = await sideAgent(ports, of, { side: 'a', version: version ?? 'published' });
  return compare === undefined ? [first] : [first, await sideAgent(ports, of, { side: 'b', version: compare })];
}

function requireRunnable(
  { rehearsalEngine }: Pick<StartPorts, 'rehearsalEngine'>,
  suite: Suite,
  agents: readonly SideAgent[],
  others: readonly Agent[],
): void {
  const ofAgents = agents.flatMap(({ agent }) => rehearsalEngine.problems(suite, [agent, ...others]));
  const problems = [...commandOnly(suite).map(problemLine), ...new Set(ofAgents)];
  if (problems.length > 0) throw invalid(problems);
}

/** The suite may have been deleted at the same time: then no list would have the run. */
async function requireSuite(
  ports: ReadPorts & RemovePorts & Pick<StartPorts, 'clock'>,
  run: RehearsalRun,
): Promise<void> {
  if (await ports.rehearsalSuites.find(run.org_id, run.suite_id)) return;
  await withdraw(ports, run);
  throw missing('Rehearsal suite');
}

/** Takes a run back that was just added. */
export async function withdraw(ports: RemovePorts & Pick<StartPorts, 'clock'>, run: RehearsalRun): Promise<void> {
  const end = { state: 'canceled', finished_at: ports.clock.now().toISOString() } as const;
  await removeRun(ports, (await ports.rehearsalRuns.finish(run.org_id, run.run_id, end)) ?? run);
}

/** Reads a run. */
export const readRehearsalRun =
  (ports: Pick<ReadPorts, 'rehearsalRuns'>) =>
  async (principal: Principal, runId: string): Promise<RehearsalRunView> =>
    rehearsalRunView(await ownRun(ports, allow(principal, 'rehearsals.read').org_id, runId));

/** Lists one page of the runs of a suite, newest first. */
export const listRehearsalRuns =
  (ports: ReadPorts) =>
  async (principal: Principal, suiteId: string, page: Page): Promise<RehearsalRunPage> => {
    const { org_id } = allow(principal, 'rehearsals.read');
    await ownSuite(ports, org_id, suiteId);
    const [found, total] = await Promise.all([
      ports.rehearsalRuns.list(org_id, suiteId, page),
      ports.rehearsalRuns.count(org_id, suiteId),
    ]);
    return { runs: found.map(rehearsalRunView), ...page, total };
  };

interface CancelPorts extends Pick<ReadPorts, 'rehearsalRuns'> {
  readonly rehearsedConversations: Pick<RehearsedConversationRepository, 'list'>;
  readonly prices: Pick<PriceTable, 'currency'>;
  readonly clock: Clock;
}

/** Ends a run. What it has held stays. */
export const cancelRehearsalRun =
  (ports: CancelPorts) =>
  async (principal: Principal, runId: string): Promise<RehearsalRunView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const { rehearsalRuns, rehearsedConversations, prices, clock } = ports;
    const seen = await ownRun(ports, org_id, runId);
    if (!isUnfinished(seen)) return rehearsalRunView(seen);
    const found = await rehearsedConversations.list(org_id, runId, {});
    await rehearsalRuns.finish(org_id, runId, {
      ...runOutcome(seen, found, prices.currency),
      ...{ comparison: null, state: 'canceled', finished_at: clock.now().toISOString() },
    });
    return rehearsalRunView(await ownRun(ports, org_id, runId));
  };

/** Deletes a run that is over. */
export const deleteRehearsalRun =
  (ports: RemovePorts) =>
  async (principal: Principal, runId: string): Promise<void> => {
    const { org_id } = allow(principal, 'rehearsals.delete');
    const run = await ownRun(ports, org_id, runId);
    if (isUnfinished(run)) throw rejected('The run is queued or running: cancel it first');
    await removeRun(ports, run);
  };

/** A run of the organisation, or `missing`. */
export async function ownRun(
  { rehearsalRuns }: { readonly rehearsalRuns: Pick<RehearsalRunRepository, 'find'> },
  orgId: string,
  runId: string,
): Promise<RehearsalRun> {
  const run = await rehearsalRuns.find(orgId, runId);
  if (!run) throw missing('Rehearsal run');
  return run;
}

import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { duplicate, missing, rejected } from '../../domain/errors.ts';
import { isUnfinished, type RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import {
  REHEARSAL_SUITES_MAX,
  suiteFacts,
  suiteSummary,
  suiteView,
  type NewRehearsalSuite,
  type RehearsalSuite,
  type RehearsalSuiteSummary,
  type RehearsalSuiteView,
} from '../../domain/rehearsal/rehearsal-suite.ts';
import { LimitedList } from '../limited-list.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { RehearsalRunRepository } from '../ports/rehearsal-runs.ts';
import type { RehearsalSuiteRepository, SuiteFilter } from '../ports/rehearsal-suites.ts';
import type { FairSuiteReader } from './fair-suite-reader.ts';
import { removeRun, type RemovePorts } from './remove-run.ts';

interface ReadPorts {
  readonly rehearsalSuites: RehearsalSuiteRepository;
  readonly rehearsalRuns: RehearsalRunRepository;
}

interface WritePorts extends ReadPorts {
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly fairSuiteReader: FairSuiteReader;
  readonly ids: Ids;
  readonly clock: Clock;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of suites with the total. */
export interface RehearsalSuitePage extends Page {
  readonly suites: readonly RehearsalSuiteSummary[];
  readonly total: number;
}

/** Lists one page of the suites of the active organisation, by title. */
export const listRehearsalSuites =
  (ports: ReadPorts) =>
  async (principal: Principal, wanted: SuiteFilter, page: Page): Promise<RehearsalSuitePage> => {
    const { org_id } = allow(principal, 'rehearsals.read');
    const { rehearsalSuites } = ports;
    const [found, total] = await Promise.all([
      rehearsalSuites.list(org_id, wanted, page),
      rehearsalSuites.count(org_id, wanted),
    ]);
    const suites = await Promise.all(found.map(async (suite) => suiteSummary(suite, await newestRun(ports, suite))));
    return { suites, ...page, total };
  };

/** Reads a suite with its text. */
export const readRehearsalSuite =
  (ports: ReadPorts) =>
  async (principal: Principal, suiteId: string): Promise<RehearsalSuiteView> =>
    view(ports, await ownSuite(ports, allow(principal, 'rehearsals.read').org_id, suiteId));

/** Stores a suite. Throws `invalid` with everything that is wrong with its text. */
export const createRehearsalSuite = (ports: WritePorts) => {
  const limited = new LimitedList(
    REHEARSAL_SUITES_MAX,
    `An organisation has at most ${REHEARSAL_SUITES_MAX} suites: delete one that is not used`,
  );
  return async (principal: Principal, request: NewRehearsalSuite): Promise<RehearsalSuiteView> => {
    const { org_id, email } = allow(principal, 'rehearsals.write');
    const { rehearsalSuites, ids, clock } = ports;
    const content = await validContent(ports, org_id, request);
    const now = clock.now().toISOString();
    const suite: RehearsalSuite = {
      ...{ suite_id: ids.next(), org_id, ...content },
      ...{ created_by: email, created_at: now, updated_at: now, revision: ids.next() },
    };
    await limited.add(org_id, {
      count: () => rehearsalSuites.count(org_id, {}),
      add: () => rehearsalSuites.add(suite),
      remove: () => rehearsalSuites.remove(org_id, suite.suite_id),
    });
    return suiteView(suite, null);
  };
};

/** Replaces a suite. Throws `duplicate` when it is not as it was seen. */
export const replaceRehearsalSuite =
  (ports: WritePorts) =>
  async (
    principal: Principal,
    suiteId: string,
    { expected_revision: expected, ...request }: NewRehearsalSuite & { readonly expected_revision?: string },
  ): Promise<RehearsalSuiteView> => {
    const { org_id } = allow(principal, 'rehearsals.write');
    const { rehearsalSuites, ids, clock } = ports;
    const seen = await ownSuite(ports, org_id, suiteId);
    const content = await validContent(ports, org_id, request);
    const changed =
      expected === undefined || expected === seen.revision
        ? await rehearsalSuites.change(seen, {
            ...{ ...content, updated_at: clock.now().toISOString(), revision: ids.next() },
          })
        : null;
    if (!changed) throw duplicate('The suite was changed since it was read: read it again');
    return view(ports, changed);
  };

/** Deletes a suite with its runs. */
export const deleteRehearsalSuite =
  (ports: ReadPorts & RemovePorts) =>
  async (principal: Principal, suiteId: string): Promise<void> => {
    const { org_id } = allow(principal, 'rehearsals.delete');
    const { rehearsalSuites, rehearsalRuns } = ports;
    await ownSuite(ports, org_id, suiteId);
    const every = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };
    const runs = await rehearsalRuns.list(org_id, suiteId, every);
    if (runs.some(isUnfinished)) throw rejected('A run of the suite is queued or running: cancel it first');
    for (const run of runs) await removeRun(ports, run);
    await rehearsalSuites.remove(org_id, suiteId);
  };

/** A suite of the organisation, or `missing`. */
export async function ownSuite(
  { rehearsalSuites }: Pick<ReadPorts, 'rehearsalSuites'>,
  orgId: string,
  suiteId: string,
): Promise<RehearsalSuite> {
  const suite = await rehearsalSuites.find(orgId, suiteId);
  if (!suite) throw missing('Rehearsal suite');
  return suite;
}

async function validContent(
  { agents, fairSuiteReader }: WritePorts,
  orgId: string,
  { agent_id, source }: NewRehearsalSuite,
): Promise<Omit<RehearsalSuite, 'suite_id' | 'org_id' | 'created_by' | 'created_at' | 'updated_at' | 'revision'>> {
  const facts = suiteFacts(await fairSuiteReader(orgId, source));
  if (!(await agents.find(orgId, agent_id))) throw missing('Agent');
  return { agent_id, source, ...facts };
}

const view = async (ports: ReadPorts, suite: RehearsalSuite): Promise<RehearsalSuiteView> =>
  suiteView(suite, await newestRun(ports, suite));

const newestRun = async (
  { rehearsalRuns }: ReadPorts,
  { org_id, suite_id }: RehearsalSuite,
): Promise<RehearsalRun | null> => (await rehearsalRuns.list(org_id, suite_id, { limit: 1, offset: 0 }))[0] ?? null;

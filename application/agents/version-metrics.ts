import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { MeasuredCall } from '../../domain/calls/call-facts.ts';
import { parseCallFilter, type CallQuery } from '../../domain/calls/call-filter.ts';
import { versionMetrics, type VersionMetrics } from '../../domain/calls/version-metrics.ts';
import { missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallRepository } from '../ports/calls.ts';
import { measuredCalls, type MeasuredCallPorts } from './measured-calls.ts';

interface Ports extends MeasuredCallPorts {
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly calls: Pick<CallRepository, 'list' | 'count'>;
}

/** The figures of a version, and how many of its calls they are about. */
export interface MetricsOfVersion extends VersionMetrics {
  readonly agent_id: string;
  readonly agent_version: number;
  /** All calls of the version, of which the newest were read. */
  readonly total: number;
}

/** Newest calls of a version that its figures are about. openapi.yaml names it as well. */
const CALLS_MAX = 2_000;
/** Calls that are read at once. */
const BATCH = 200;

/** How the newest calls of a version of an agent went. */
export const readVersionMetrics =
  (ports: Ports) =>
  async (
    principal: Principal,
    agentId: string,
    query: Pick<CallQuery, 'agent_version' | 'from' | 'to'>,
  ): Promise<MetricsOfVersion> => {
    const { agents, calls } = ports;
    const { org_id } = allow(principal, 'calls.list');
    const wanted = parseCallFilter({ ...query, agent_id: agentId });
    if (!(await agents.find(org_id, agentId))) throw missing('Agent');
    const measured: MeasuredCall[] = [];
    for (let offset = 0; offset < CALLS_MAX; offset += BATCH) {
      const found = await calls.list(org_id, { limit: BATCH, offset }, wanted);
      measured.push(...(await measuredCalls(ports, org_id, found)));
      if (found.length < BATCH) break;
    }
    const total = await calls.count(org_id, wanted);
    return { agent_id: agentId, agent_version: wanted.agent_version!, total, ...versionMetrics(measured) };
  };

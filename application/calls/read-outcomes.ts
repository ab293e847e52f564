import { type Principal } from '../../domain/accounts/principal.ts';
import { parseCallFilter, type CallQuery } from '../../domain/calls/call-filter.ts';
import { callOutcomes, type CallOutcomes } from '../../domain/calls/outcome-counts.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';

interface Ports extends MemberPorts {
  readonly callAnalyses: CallAnalysisRepository;
  readonly agents: Pick<AgentRepository, 'list'>;
}

/** Counts the outcomes of the wanted calls of an organisation of the principal, in the store. */
export const readOutcomes =
  ({ callAnalyses, agents, ...members }: Ports) =>
  async (
    principal: Principal,
    orgId: string,
    query: Pick<CallQuery, 'agent_id' | 'agent_version' | 'from' | 'to'>,
  ): Promise<CallOutcomes> => {
    await requireMember(members, principal, 'calls.list', orgId);
    const tallies = await callAnalyses.tally(orgId, parseCallFilter(query));
    const names = new Map<string, string>();
    for await (const { agent_id, name } of agents.list(orgId)) names.set(agent_id, name);
    return callOutcomes(tallies, names);
  };

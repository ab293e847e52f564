import { allow, type Caller } from '../../domain/accounts/caller.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';

/** The agents of the caller's organisation, newest first. */
export const listAgents =
  ({ agents }: { agents: AgentRepository }) =>
  (caller: Caller): Promise<Agent[]> =>
    agents.list(allow(caller, 'agents.read').org_id);

/** One agent of the caller's organisation. */
export const findAgent =
  ({ agents }: { agents: AgentRepository }) =>
  async (caller: Caller, agentId: string): Promise<Agent> => {
    const agent = await agents.find(allow(caller, 'agents.read').org_id, agentId);
    if (!agent) throw missing('Agent');
    return agent;
  };

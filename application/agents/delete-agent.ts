import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';

/** Deletes an agent for good. */
export const deleteAgent =
  ({ agents }: { agents: AgentRepository }) =>
  async (caller: Caller, agentId: string): Promise<void> => {
    const { org_id } = allow(caller, 'agents.delete');
    if (!(await agents.remove(org_id, agentId))) throw missing('Agent');
  };

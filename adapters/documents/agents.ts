import type { AgentRepository } from '../../application/ports/agents.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import { Taken, unlessTaken, type Engine } from './collection.ts';

/** Agents as documents; a name belongs to one agent of its organisation. */
export async function documentAgents(engine: Engine): Promise<AgentRepository> {
  const agents = await engine.open<Agent>({
    name: 'agents',
    indexes: [
      { name: 'by_id', fields: ['org_id', 'agent_id'], unique: true },
      { name: 'by_name', fields: ['org_id', 'name'], unique: true },
      { name: 'by_age', fields: ['org_id', 'created_at'] },
    ],
  });

  return {
    add: (agent) => unlessTaken(agents.insert(agent), 'by_name'),
    find: (orgId, agentId) => agents.findOne({ org_id: orgId, agent_id: agentId }),
    list: (orgId) => agents.find({ org_id: orgId }, { sort: { created_at: 'desc' } }),
    update: (orgId, agentId, changes) =>
      agents.change({ org_id: orgId, agent_id: agentId }, changes).catch((error: unknown) => {
        if (error instanceof Taken && error.index === 'by_name') return 'taken';
        throw error;
      }),
    remove: async (orgId, agentId) => (await agents.remove({ org_id: orgId, agent_id: agentId })) > 0,
  };
}

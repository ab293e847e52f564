import type { AgentUseCases } from '../../../application/agents/index.ts';
import type { NewAgent } from '../../../application/agents/create-agent.ts';
import type { AgentChange } from '../../../application/agents/update-agent.ts';
import { created, done, listed, ok, type Handlers, type Input } from '../handler.ts';

export const agentHandlers = (agents: AgentUseCases) =>
  ({
    createAgent: async ({ caller, body }: Input<NewAgent>) => created(await agents.create(caller, body)),
    listAgents: ({ caller }) => listed(agents.list(caller)),
    getAgentByPhone: async ({ path }) => ok(await agents.findByNumber(path('phone_number'))),
    getAgent: async ({ caller, path }) => ok(await agents.find(caller, path('agent_id'))),
    updateAgent: async ({ caller, path, body }: Input<AgentChange>) =>
      ok(await agents.update(caller, path('agent_id'), body)),
    deleteAgent: async ({ caller, path }) => {
      await agents.delete(caller, path('agent_id'));
      return done('Agent deleted');
    },
  }) satisfies Handlers;

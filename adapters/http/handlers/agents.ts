import type { AgentUseCases } from '../../../application/agents/index.ts';
import { created, done, ok, type Handlers } from '../handler.ts';

export const agentHandlers = (agents: AgentUseCases) =>
  ({
    createAgent: async ({ caller, body }) => created(await agents.create(caller, body())),
    listAgents: async ({ caller }) => ok(await agents.list(caller)),
    getAgent: async ({ caller, path }) => ok(await agents.find(caller, path('agent_id'))),
    updateAgent: async ({ caller, path, body }) => ok(await agents.update(caller, path('agent_id'), body())),
    deleteAgent: async ({ caller, path }) => {
      await agents.delete(caller, path('agent_id'));
      return done('Agent deleted');
    },
  }) satisfies Handlers;

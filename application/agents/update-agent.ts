import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { agentCategory, agentName, type Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import type { NewAgent } from './create-agent.ts';
import { requireReachable, requireReady } from './requirements.ts';

/** Changes the given fields of an agent. A new configuration replaces the old one whole. */
export const updateAgent =
  ({ agents, providers, clock }: { agents: AgentRepository; providers: ProviderRegistry; clock: Clock }) =>
  async (caller: Caller, agentId: string, request: Partial<NewAgent>): Promise<Agent> => {
    const { org_id } = allow(caller, 'agents.write');
    const agent = await agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    const changes = changesOf(request, providers);
    const { name, agent_category, config } = { ...agent, ...changes };
    requireReachable(agent_category, request.telephony_provider ?? null);
    if (changes.config) requireReady(config.knowledge_base);
    const updated = await agents.update(org_id, agentId, { ...changes, updated_at: clock.now().toISOString() });
    if (updated === 'taken') throw duplicate(`An agent named ${name} already exists`);
    if (!updated) throw missing('Agent');
    return updated;
  };

const changesOf = (
  { name, agent_category, config }: Partial<NewAgent>,
  providers: ProviderRegistry,
): Partial<Agent> => ({
  ...(name !== undefined && { name: agentName(name) }),
  ...(agent_category !== undefined && { agent_category: agentCategory(agent_category) }),
  ...(config !== undefined && { config: parseAgentConfig(config, providers) }),
});

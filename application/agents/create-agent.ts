import { allow, type Caller } from '../../domain/accounts/caller.ts';
import { agentCategory, agentName, type Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { duplicate } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { requireReachable, requireReady } from './requirements.ts';

export interface NewAgent {
  readonly name: string;
  readonly agent_category: string;
  readonly telephony_provider?: string | null;
  readonly config: unknown;
}

/** Creates an active agent whose configuration can be run. Its name is its own in the organisation. */
export const createAgent =
  ({
    agents,
    providers,
    ids,
    clock,
  }: {
    agents: AgentRepository;
    providers: ProviderRegistry;
    ids: Ids;
    clock: Clock;
  }) =>
  async (caller: Caller, request: NewAgent): Promise<Agent> => {
    const { org_id, email } = allow(caller, 'agents.write');
    const name = agentName(request.name);
    const category = agentCategory(request.agent_category);
    requireReachable(category, request.telephony_provider ?? null);
    const config = parseAgentConfig(request.config, providers);
    requireReady(config.knowledge_base);
    const now = clock.now().toISOString();
    const agent: Agent = {
      agent_id: ids.next(),
      org_id,
      name,
      status: 'active',
      agent_category: category,
      created_by: email,
      linked_phone_number: null,
      telephony: null,
      config,
      created_at: now,
      updated_at: now,
    };
    if (!(await agents.add(agent))) throw duplicate(`An agent named ${name} already exists`);
    return agent;
  };

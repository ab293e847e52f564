import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { agentName, telephonyProviderOf, type Agent, type AgentCategory } from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { readAll } from '../../domain/agents/json-readers.ts';
import { storedPublication } from '../../domain/agents/agent-version.ts';
import { duplicate } from '../../domain/errors.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';
import { keep } from './publish-change.ts';
import { provision, type ProvisioningPorts } from './provision.ts';
import { requireUsableConfig, type UsableConfigPorts } from './require-usable-config.ts';

export interface NewAgent {
  readonly name: string;
  readonly agent_category: AgentCategory;
  readonly telephony_provider?: string | null;
  readonly config: unknown;
}

interface Ports extends ProvisioningPorts, UsableConfigPorts {
  readonly agentVersions: AgentVersionRepository;
  readonly quotas: QuotaKeeper;
  readonly ids: Ids;
  readonly clock: Clock;
}

/**
 * Creates an active agent with a valid configuration and a name that is unique in its organisation, in version 1. A telephony agent
 * gets an application at its carrier, which is removed when creation fails.
 */
export const createAgent =
  (ports: Ports) =>
  async (principal: Principal, request: NewAgent): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const category = request.agent_category;
    const { name, provider, config } = readAll({
      name: () => agentName(request.name),
      provider: () => telephonyProviderOf(category, request.telephony_provider ?? null),
      config: () => parseAgentConfig(request.config, ports.providers),
    });
    await requireUsableConfig(ports, org_id, config, { agentId: null, provider });
    const now = ports.clock.now().toISOString();
    const draft: Agent = {
      agent_id: ports.ids.next(),
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
      calls_changed_at: now,
    };
    return withRollback(ports.log, async (undo) => {
      const reservation = await ports.quotas.reserve(org_id, { kind: 'agent', id: draft.agent_id, bytes: 0 });
      undo(() => reservation.release());
      const agent = { ...draft, telephony: await provision(ports, draft, provider, undo) };
      const publication = storedPublication(config, { created_by: email, created_at: now, changed_fields: [] });
      const added = { ...agent, version: 1, publication };
      if (!(await ports.agents.add(added))) throw duplicate(`An agent named ${name} already exists`);
      await reservation.commit();
      await keep(ports, added);
      return { ...agent, version: 1 };
    });
  };

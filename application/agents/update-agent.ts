import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  agentName,
  changesCalls,
  requireKnownField,
  wantedStatus,
  type Agent,
  type StatusChange,
} from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { orphanedTelephony, providerAfter } from '../../domain/agents/provisioning.ts';
import { readAll } from '../../domain/agents/json-readers.ts';
import { duplicate, missing } from '../../domain/errors.ts';
import type { AgentNumbers } from '../ports/phone-numbers.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { withRollback } from '../rollback.ts';
import type { NewAgent } from './create-agent.ts';
import { removeOrphanedApplication, provision, type ProvisioningPorts } from './provision.ts';
import { requireAllowedHosts, type AllowedHostPorts } from './require-allowed-hosts.ts';
import { requireUsableRequests, type ToolPorts } from './require-usable-tools.ts';
import { requireTransferable, type TransferTargetPorts } from './require-transferable.ts';
import { requireReadyDocuments, type KnowledgePorts } from './knowledge-requirements.ts';

/** The fields of an agent to change. */
export type AgentChange = Partial<NewAgent> & StatusChange;

interface Ports extends ProvisioningPorts, KnowledgePorts, AllowedHostPorts, ToolPorts, TransferTargetPorts {
  readonly agentNumbers: AgentNumbers;
  readonly clock: Clock;
}

/**
 * Changes the given fields of an agent. A new configuration replaces the old one entirely. An agent that leaves its
 * carrier loses its number and application there, after the new application exists. Archiving and restoring change only
 * the status. Rejects a request without any known field as `invalid`.
 */
export const updateAgent =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, request: AgentChange): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const agent = await ports.agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    requireKnownField(request);
    const { changes, provider } = readAll({
      changes: () => changesOf(request, ports.providers),
      provider: () => providerOf(request, agent),
    });
    if (changes.config) {
      await requireAllowedHosts(ports, org_id, changes.config);
      await requireReadyDocuments(ports, org_id, changes.config.knowledge_base);
      await requireUsableRequests(ports, org_id, changes.config);
    }
    if (changes.config || provider !== (agent.telephony?.provider ?? null))
      await requireTransferable(ports, org_id, (changes.config ?? agent.config).transfer, provider);
    const releaseNumber = () => ports.agentNumbers.release(org_id, agentId, email);
    const leavesCarrier = orphanedTelephony(agent, provider) !== null;
    const updated = await withRollback(ports.log, async (undo) => {
      const telephony = await provision(ports, agent, provider, undo);
      if (leavesCarrier) undo(await releaseNumber());
      return write(ports, agent, { ...changes, ...(telephony !== agent.telephony && { telephony }) });
    });
    if (!leavesCarrier) return updated;
    await removeOrphanedApplication(ports, agent, provider);
    // A number attached during the update depends on the removed application.
    await releaseNumber();
    return { ...updated, linked_phone_number: null };
  };

/** Writes fields that depend on the application only while the agent still has the application that was read. */
async function write({ agents, clock }: Ports, agent: Agent, changes: Partial<Agent>): Promise<Agent> {
  const { org_id, agent_id } = agent;
  const depends = changes.telephony !== undefined || changes.agent_category !== undefined;
  const seen = depends ? agent.telephony : undefined;
  const now = clock.now().toISOString();
  const times = { updated_at: now, ...(changesCalls(agent, changes) && { calls_changed_at: now }) };
  const updated = await agents.update(org_id, agent_id, { ...changes, ...times }, seen);
  if (updated === 'taken') throw duplicate(`An agent named ${changes.name ?? agent.name} already exists`);
  if (updated) return updated;
  if (await agents.find(org_id, agent_id))
    throw duplicate('The agent was modified by another request: reload it and try again');
  throw missing('Agent');
}

function changesOf(request: AgentChange, providers: ProviderRegistry): Partial<Agent> {
  const { name, agent_category, config, status, archived } = request;
  const read = readAll({
    ...(name !== undefined && { name: () => agentName(name) }),
    ...(config !== undefined && { config: () => parseAgentConfig(config, providers) }),
    ...((status ?? archived) !== undefined && { status: () => wantedStatus(request) }),
  });
  return { ...read, ...(agent_category !== undefined && { agent_category }) };
}

const providerOf = ({ agent_category, telephony_provider = null }: Partial<NewAgent>, agent: Agent): string | null =>
  providerAfter(agent, {
    ...(agent_category !== undefined && { agent_category }),
    telephony_provider,
  });

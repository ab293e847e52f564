import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  agentName,
  requireKnownField,
  wantedStatus,
  type Agent,
  type StatusChange,
} from '../../domain/agents/agent.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { orphanedTelephony, providerAfter } from '../../domain/agents/provisioning.ts';
import { readAll } from '../../domain/agents/json-readers.ts';
import { versionNote } from '../../domain/agents/agent-version.ts';
import { missing } from '../../domain/errors.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { AgentNumbers } from '../ports/phone-numbers.ts';
import type { Clock } from '../ports/clock.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import { withRollback } from '../rollback.ts';
import type { NewAgent } from './create-agent.ts';
import { publishChange, type Change } from './publish-change.ts';
import { removeOrphanedApplication, provision, type ProvisioningPorts } from './provision.ts';
import { requireUsableConfig, type UsableConfigPorts } from './require-usable-config.ts';
import { requireTransferable } from './require-transferable.ts';

/** The fields of an agent to change. */
export type AgentChange = Partial<NewAgent> &
  StatusChange & {
    /** What the change is for, kept with the version that it makes. */
    readonly note?: string;
    /** Refuses the change unless this version is published. */
    readonly expected_version?: number;
  };

interface Ports extends ProvisioningPorts, UsableConfigPorts {
  readonly agentNumbers: AgentNumbers;
  readonly agentVersions: AgentVersionRepository;
  readonly clock: Clock;
}

/**
 * Changes the given fields of an agent. A new configuration replaces the old one entirely. An agent that leaves its
 * carrier loses its number and application there, after the new application exists. Archiving and restoring change only
 * the status. Rejects a request without any known field as `invalid`. A change of its content is a new version.
 */
export const updateAgent =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, request: AgentChange): Promise<Agent> => {
    const { org_id, email } = allow(principal, 'agents.write');
    const agent = await ports.agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    requireKnownField(request);
    const { changes, provider, about } = readAll({
      changes: () => changesOf(request, ports.providers),
      provider: () => providerOf(request, agent),
      about: () => aboutOf(request),
    });
    if (changes.config) await requireUsableConfig(ports, org_id, changes.config, { agentId, provider });
    else if (provider !== (agent.telephony?.provider ?? null))
      await requireTransferable(ports, org_id, agent.config.transfer, provider);
    const releaseNumber = () => ports.agentNumbers.release(org_id, agentId, email);
    const leavesCarrier = orphanedTelephony(agent, provider) !== null;
    const updated = await withRollback(ports.log, async (undo) => {
      const telephony = await provision(ports, agent, provider, undo);
      if (leavesCarrier) undo(await releaseNumber());
      const fields = { ...changes, ...(telephony !== agent.telephony && { telephony }) };
      return publishChange(ports, agent, { by: email, fields, ...seenOf(agent, fields), ...about });
    });
    if (!leavesCarrier) return updated;
    await removeOrphanedApplication(ports, agent, provider);
    // A number attached during the update depends on the removed application.
    await releaseNumber();
    return { ...updated, linked_phone_number: null };
  };

/** Fields that depend on the application are written only while the agent still has the application that was read. */
const seenOf = (agent: Agent, fields: Partial<Agent>): Pick<Change, 'seen'> =>
  fields.telephony !== undefined || fields.agent_category !== undefined ? { seen: { telephony: agent.telephony } } : {};

const aboutOf = ({ note, expected_version: expected }: AgentChange): Pick<Change, 'note' | 'expected'> => ({
  ...(note !== undefined && { note: versionNote(note) }),
  expected,
});

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

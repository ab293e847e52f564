import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { requireReadyDocuments, type KnowledgePorts } from './knowledge-requirements.ts';
import { requireHandoverTargets, type HandoverPorts } from './require-handover-targets.ts';
import { requireAllowedHosts, type AllowedHostPorts } from './require-allowed-hosts.ts';
import { requireTransferable, type TransferTargetPorts } from './require-transferable.ts';
import { requireUsableRequests, type ToolPorts } from './require-usable-tools.ts';

export type UsableConfigPorts = KnowledgePorts & AllowedHostPorts & ToolPorts & TransferTargetPorts & HandoverPorts;

/** The agent that gets the configuration. */
interface ConfigOwner {
  /** Null: it is new. */
  readonly agentId: string | null;
  readonly provider: string | null;
}

/**
 * Rejects a configuration with which calls could not run: a host is not allowed, a document is not ready, a request lacks
 * its secret, the carrier cannot make a transfer, or the agent of a handover does not exist.
 */
export async function requireUsableConfig(
  ports: UsableConfigPorts,
  orgId: string,
  config: AgentConfigPayload,
  { agentId, provider }: ConfigOwner,
): Promise<void> {
  await requireAllowedHosts(ports, orgId, config);
  await requireReadyDocuments(ports, orgId, config.knowledge_base);
  await requireUsableRequests(ports, orgId, config);
  await requireTransferable(ports, orgId, config.transfer, provider);
  await requireHandoverTargets(ports, orgId, config.handover, agentId);
}

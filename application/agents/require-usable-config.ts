import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { requireReadyDocuments, type KnowledgePorts } from './knowledge-requirements.ts';
import { requireAllowedHosts, type AllowedHostPorts } from './require-allowed-hosts.ts';
import { requireTransferable, type TransferTargetPorts } from './require-transferable.ts';
import { requireUsableRequests, type ToolPorts } from './require-usable-tools.ts';

export type UsableConfigPorts = KnowledgePorts & AllowedHostPorts & ToolPorts & TransferTargetPorts;

/**
 * Rejects a configuration that calls of the organisation could not run at this provider: hosts that are not allowed,
 * documents that are not ready, requests without their secrets, transfers that its carrier cannot make.
 */
export async function requireUsableConfig(
  ports: UsableConfigPorts,
  orgId: string,
  config: AgentConfigPayload,
  provider: string | null,
): Promise<void> {
  await requireAllowedHosts(ports, orgId, config);
  await requireReadyDocuments(ports, orgId, config.knowledge_base);
  await requireUsableRequests(ports, orgId, config);
  await requireTransferable(ports, orgId, config.transfer, provider);
}

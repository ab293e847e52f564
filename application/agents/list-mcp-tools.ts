import { allow, type Principal } from '../../domain/accounts/principal.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import { mcpSecretNames, parseMcpEndpoint } from '../../domain/agents/mcp-servers.ts';
import type { ListedMcpTool } from '../../domain/agents/mcp-tool-list.ts';
import { parseVariables } from '../../domain/agents/variables.ts';
import type { Clock } from '../ports/clock.ts';
import type { McpClient } from '../ports/mcp-client.ts';
import { openSecrets, type SecretPorts } from './open-secrets.ts';
import { requireUsableServer, type ToolPorts } from './require-usable-tools.ts';
import { trialSlots } from './trial-slots.ts';

interface Ports extends ToolPorts, SecretPorts {
  readonly mcpClient: McpClient;
  readonly clock: Clock;
}

/** An MCP server whose tools are listed: the fields of one in an agent, and values for its variables. */
export interface McpToolsRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>> | null;
  readonly timeout_secs?: number | null;
  readonly variables?: JsonObject | null;
}

export interface McpToolsResult {
  readonly ok: boolean;
  readonly reason: string | null;
  readonly cause: string | null;
  readonly tools: readonly ListedMcpTool[];
  readonly is_complete: boolean;
  readonly duration_ms: number;
}

/**
 * Lists the tools of an MCP server, so that a user can choose those that an agent may call. The server need not belong to
 * an agent, and is reached by the same rules as one that does.
 */
export const listMcpTools = (ports: Ports) => {
  const limitedTo = trialSlots();
  return async (principal: Principal, request: McpToolsRequest): Promise<McpToolsResult> => {
    const { org_id } = allow(principal, 'agents.write');
    const { variables: given, ...address } = request;
    const variables = parseVariables(given, 'variables');
    const server = { name: 'listed', ...parseMcpEndpoint(address, Object.keys(variables)) };
    await requireUsableServer(ports, org_id, { ...server, tools: [] });
    const secrets = await openSecrets(ports, org_id, mcpSecretNames(server));
    return limitedTo(org_id, async () => {
      const startedAt = ports.clock.monotonic();
      const { tools, isComplete, reason, cause } = await ports.mcpClient.list({ server, variables, secrets });
      return {
        ...{ ok: reason === null, reason, cause, tools, is_complete: isComplete },
        duration_ms: Math.round(ports.clock.monotonic() - startedAt),
      };
    });
  };
};

import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import { mcpToolName, type McpServer, type McpTool } from '../../domain/agents/mcp-server.ts';
import { mcpSecretNames } from '../../domain/agents/mcp-servers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { fillHeaders } from '../../domain/agents/tool-headers.ts';
import { fillRequest, type FilledRequest } from '../../domain/agents/tool-request.ts';
import { templateValues } from '../../domain/agents/tool-templates.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import type { McpClient } from '../ports/mcp-client.ts';
import type { ToolCaller } from '../ports/tool-caller.ts';
import { requireUsableServer, requireUsableTools, type ToolPorts } from './require-usable-tools.ts';

export interface TrialPorts extends ToolPorts {
  readonly toolCaller: ToolCaller;
  readonly mcpClient: McpClient;
}

/** What a trial fills the request with. */
export interface TrialInput {
  readonly arguments: JsonObject;
  readonly variables: JsonObject;
  readonly callId: string;
}

/** How one tool of an agent is tried. */
export interface ToolTrial {
  readonly parameters: JsonObject;
  readonly secretNames: readonly string[];
  /** Rejects a tool that cannot be called, as for an agent that is saved. */
  requireUsable(): Promise<void>;
  /** The request, with these values in place of the secrets. */
  request(given: TrialInput, secrets: Readonly<Record<string, string>>): FilledRequest;
  /** The `Idempotency-Key` of the request. Null without side effects. */
  key(given: TrialInput): string | null;
  call(given: TrialInput, secrets: readonly NewToolSecret[]): Promise<ToolAnswer>;
}

/** How to try the tool that the model calls by this name. Null when the agent has no such tool. */
export function trialOf(ports: TrialPorts, orgId: string, config: AgentConfigPayload, name: string): ToolTrial | null {
  const tool = config.tools?.find((each) => each.name === name);
  if (tool) return httpTrial(ports, orgId, tool);
  const [found] = (config.mcp_servers ?? []).flatMap((server) =>
    server.tools.flatMap((each) => (mcpToolName(server, each) === name ? [{ server, tool: each }] : [])),
  );
  return found ? mcpTrial(ports, orgId, found) : null;
}

function httpTrial(ports: TrialPorts, orgId: string, tool: HttpTool): ToolTrial {
  const { toolCaller } = ports;
  return {
    parameters: tool.parameters,
    secretNames: secretNames(tool),
    requireUsable: () => requireUsableTools(ports, orgId, [tool], () => tool.name),
    request: (given, secrets) => fillRequest(tool, { ...given, secrets }),
    key: (given) => toolCaller.idempotencyKey({ tool, ...given, run: 0 }),
    call: (given, secrets) => toolCaller.call({ tool, ...given, run: 0, secrets }),
  };
}

function mcpTrial(
  ports: TrialPorts,
  orgId: string,
  { server, tool }: { readonly server: McpServer; readonly tool: McpTool },
): ToolTrial {
  const { mcpClient } = ports;
  const callOf = ({ arguments: args, callId }: TrialInput) => ({ tool, arguments: args, callId, run: 0 });
  return {
    parameters: tool.parameters,
    secretNames: mcpSecretNames(server),
    requireUsable: () => requireUsableServer(ports, orgId, { ...server, tools: [tool] }, server.name),
    request: ({ arguments: args, variables }, secrets) => ({
      method: 'POST',
      url: server.url,
      headers: fillHeaders(server.headers, templateValues(variables, secrets)),
      body: JSON.stringify({ method: 'tools/call', params: { name: tool.name, arguments: args } }),
    }),
    key: (given) => mcpClient.idempotencyKey(server, callOf(given)),
    async call(given, secrets) {
      const { tools: _tools, ...endpoint } = server;
      const session = mcpClient.session({ server: endpoint, variables: given.variables, secrets });
      try {
        return await session.call(callOf(given));
      } finally {
        await session.close();
      }
    },
  };
}

import { toolServer } from '../../domain/agents/tool-request.ts';
import type { AgentAnalysis } from '../../domain/agents/analysis.ts';
import type { McpServer } from '../../domain/agents/mcp-server.ts';
import {
  fieldTemplates,
  requestTemplates,
  secretsAt,
  type PlacedSecret,
} from '../../domain/agents/placed-templates.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import { preCallTool } from '../../domain/agents/pre-call.ts';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { whySecretWithheld, type ToolSecret } from '../../domain/credentials/tool-secret.ts';
import { invalid } from '../../domain/errors.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { ToolSecretRepository } from '../ports/tool-secrets.ts';
import { whyPrivate } from '../private-servers.ts';

export interface ToolPorts {
  readonly toolSecrets: ToolSecretRepository;
  readonly argumentSchemas: ArgumentSchemas;
  readonly operatorServers: OperatorServers;
}

/**
 * Rejects tools with an invalid schema, at a private server, or with a secret that is not stored or may not be sent to
 * the tool's server. Running a tool checks the same, for configurations stored earlier. Paths start with these names.
 */
export async function requireUsableTools(
  ports: ToolPorts,
  orgId: string,
  tools: readonly HttpTool[] = [],
  pathOf = (_tool: HttpTool, index: number): string => `tools[${index}]`,
): Promise<void> {
  if (tools.length === 0) return;
  const stored = await ports.toolSecrets.list(orgId);
  const faults = tools.flatMap((tool, index) =>
    faultsOf(ports, tool, stored).map((fault) => pathOf(tool, index) + fault),
  );
  if (faults.length > 0) throw invalid(faults);
}

/**
 * Does the same for all requests of an agent: those of its tools, the pre-call request and those to MCP servers. Rejects an
 * invalid schema of the fields of its analysis as well.
 */
export async function requireUsableRequests(
  ports: ToolPorts,
  orgId: string,
  {
    tools,
    pre_call: preCall,
    mcp_servers: servers = [],
    page_tools: ofPage = [],
    analysis,
  }: Pick<AgentConfigPayload, 'tools' | 'pre_call' | 'mcp_servers' | 'page_tools' | 'analysis'>,
): Promise<void> {
  requireFieldsSchema(ports, analysis);
  const wrong = ofPage.flatMap(({ parameters }, at) =>
    schemaFaults(ports, parameters).map((fault) => `page_tools[${at}]${fault}`),
  );
  if (wrong.length > 0) throw invalid(wrong);
  await requireUsableTools(ports, orgId, tools);
  if (!preCall && servers.length === 0) return;
  const stored = await ports.toolSecrets.list(orgId);
  const faults = [
    ...(preCall ? faultsOf(ports, preCallTool(preCall), stored, '').map((fault) => `pre_call${fault}`) : []),
    ...servers.flatMap((server, index) =>
      mcpFaultsOf(ports, server, stored).map((fault) => `mcp_servers[${index}]${fault}`),
    ),
  ];
  if (faults.length > 0) throw invalid(faults);
}

/** Does the same for one MCP server. Paths start with its name, if one is given. */
export async function requireUsableServer(
  ports: ToolPorts,
  orgId: string,
  server: McpServer,
  path = '',
): Promise<void> {
  const faults = mcpFaultsOf(ports, server, await ports.toolSecrets.list(orgId));
  if (faults.length > 0) throw invalid(faults.map((fault) => (path === '' ? fault.slice(1) : path + fault)));
}

function requireFieldsSchema({ argumentSchemas }: ToolPorts, analysis: AgentAnalysis | undefined): void {
  const fault = analysis?.fields ? argumentSchemas.fault(analysis.fields) : null;
  if (fault !== null) throw invalid(`analysis.fields${fault}`);
}

function mcpFaultsOf(ports: ToolPorts, server: McpServer, stored: readonly ToolSecret[]): readonly string[] {
  const secrets = secretsAt(fieldTemplates(server.headers, '.headers'));
  const { unreachable, withheld } = addressFaults(ports, new URL(server.url), secrets, stored);
  return [
    ...server.tools.flatMap(({ parameters }, at) =>
      schemaFaults(ports, parameters).map((fault) => `.tools[${at}]${fault}`),
    ),
    ...unreachable.map((reason) => `.url ${reason}`),
    ...withheld,
  ];
}

function faultsOf(
  ports: ToolPorts,
  tool: HttpTool,
  stored: readonly ToolSecret[],
  request = '.request',
): readonly string[] {
  const secrets = secretsAt(requestTemplates(tool.request, request));
  const { unreachable, withheld } = addressFaults(ports, toolServer(tool.request), secrets, stored);
  return [
    ...schemaFaults(ports, tool.parameters),
    ...unreachable.map((reason) => `${request}.url ${reason}`),
    ...withheld,
  ];
}

function schemaFaults({ argumentSchemas }: ToolPorts, parameters: HttpTool['parameters']): readonly string[] {
  const fault = argumentSchemas.fault(parameters);
  return fault === null ? [] : [`.parameters${fault}`];
}

/** Why a server cannot be reached, and which field sends a secret that it may not have, and why. */
function addressFaults(
  { operatorServers }: ToolPorts,
  server: URL,
  secrets: readonly PlacedSecret[],
  stored: readonly ToolSecret[],
): { readonly unreachable: readonly string[]; readonly withheld: readonly string[] } {
  const isOperators = operatorServers.includes(server);
  const withheld = secrets.flatMap(({ name, path }) => {
    const secret = stored.find((each) => each.name === name);
    const reason = secret
      ? whySecretWithheld(secret, server, isOperators)
      : `The secret ${name} is not stored: ask an admin to store it with POST /tool-secrets`;
    return reason === null ? [] : [`${path}: ${reason}`];
  });
  const reason = whyPrivate(operatorServers, server);
  return { unreachable: reason === null ? [] : [reason], withheld };
}

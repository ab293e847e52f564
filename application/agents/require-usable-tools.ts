import { hasPublicName, toolServer } from '../../domain/agents/tool-request.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import { preCallTool } from '../../domain/agents/pre-call.ts';
import type { AgentConfigPayload } from '../../domain/agents/config.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { whySecretWithheld, type ToolSecret } from '../../domain/credentials/tool-secret.ts';
import { invalid } from '../../domain/errors.ts';
import type { OperatorServers } from '../ports/operator-servers.ts';
import type { ArgumentSchemas } from '../ports/argument-schemas.ts';
import type { ToolSecretRepository } from '../ports/tool-secrets.ts';

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

/** Does the same for all requests of an agent: those of its tools and the pre-call request. */
export async function requireUsableRequests(
  ports: ToolPorts,
  orgId: string,
  { tools, pre_call: preCall }: Pick<AgentConfigPayload, 'tools' | 'pre_call'>,
): Promise<void> {
  await requireUsableTools(ports, orgId, tools);
  if (!preCall) return;
  const faults = faultsOf(ports, preCallTool(preCall), await ports.toolSecrets.list(orgId), '');
  if (faults.length > 0) throw invalid(faults.map((fault) => `pre_call${fault}`));
}

function faultsOf(
  { argumentSchemas, operatorServers }: ToolPorts,
  tool: HttpTool,
  stored: readonly ToolSecret[],
  request = '.request',
): readonly string[] {
  const server = toolServer(tool.request);
  const isOperators = operatorServers.includes(server);
  const fault = argumentSchemas.fault(tool.parameters);
  const withheld = secretNames(tool).flatMap((name) => {
    const secret = stored.find((each) => each.name === name);
    return secret
      ? (whySecretWithheld(secret, server, isOperators) ?? [])
      : [`The secret ${name} is not stored: ask an admin to store it with POST /tool-secrets`];
  });
  return [
    ...(fault === null ? [] : [`.parameters${fault}`]),
    ...(isOperators || hasPublicName(server)
      ? []
      : [
          `${request}.url must not lead to the private server ${server.host}: use a public host name, or ask the operator ` +
            `to add ${server.origin} to LOCAL_UPSTREAMS`,
        ]),
    ...withheld.map((reason) => `${request}: ${reason}`),
  ];
}

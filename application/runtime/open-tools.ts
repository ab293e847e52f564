import type { Agent } from '../../domain/agents/agent.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { mergeVariables, type CustomVariables } from '../../domain/agents/variables.ts';
import type { NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import { openMcpTools } from './open-mcp-tools.ts';
import type { RunnableTool } from './tool-runner.ts';
import type { ControlPlane } from '../ports/control-plane.ts';
import type { Log } from '../ports/log.ts';
import type { McpClient } from '../ports/mcp-client.ts';
import type { ToolCaller } from '../ports/tool-caller.ts';

export interface OpenToolPorts {
  readonly controlPlane: Pick<ControlPlane, 'toolSecret'>;
  readonly toolCaller: ToolCaller;
  readonly mcpClient: McpClient;
  readonly log: Log;
}

/** A run of a tool in a call. */
interface Run {
  readonly arguments: JsonObject;
  readonly variables: CustomVariables;
  readonly hidden?: Readonly<Record<string, string>>;
  readonly run: number;
}

/**
 * The tools of an agent, by name, those of MCP servers included, and the variables they start with. Their secrets are
 * loaded in advance, in memory only; one that could not be loaded is loaded again by the next run.
 */
export function openTools(
  { controlPlane, toolCaller, mcpClient, log }: OpenToolPorts,
  { org_id, config }: Pick<Agent, 'org_id' | 'config'>,
  { call_id, variables }: { readonly call_id: string; readonly variables: CustomVariables },
) {
  const loading = new Map<string, Promise<NewToolSecret | null>>();

  function load(name: string): Promise<NewToolSecret | null> {
    const known = loading.get(name);
    if (known) return known;
    const secret = controlPlane.toolSecret(org_id, name).catch((error: unknown) => {
      loading.delete(name);
      log.warn('tools.secret_not_loaded', { org_id, call_id, name, reason: String(error) });
      return null;
    });
    loading.set(name, secret);
    return secret;
  }

  async function call(tool: HttpTool, run: Run, signal: AbortSignal): Promise<ToolAnswer> {
    const secrets = await Promise.all(secretNames(tool).map(load));
    const answer = await toolCaller.call(
      { tool, ...run, secrets: secrets.filter((secret) => secret !== null), callId: call_id },
      signal,
    );
    const { cause, status } = answer;
    if (cause !== undefined) log.warn('tools.failed', { org_id, call_id, name: tool.name, status, reason: cause });
    return answer;
  }

  const tools = config.tools ?? [];
  for (const name of tools.flatMap(secretNames)) void load(name);
  const startVariables = mergeVariables(config.custom_variables, variables);
  const mcp = openMcpTools({ mcpClient, log, load }, config.mcp_servers ?? [], {
    ...{ callId: call_id, variables: startVariables },
  });
  return {
    tools: new Map([
      ...mcp.tools,
      ...tools.map((tool): readonly [string, RunnableTool] => [
        tool.name,
        {
          hasSideEffects: tool.side_effects,
          idempotencyKey: (run: Pick<Run, 'arguments' | 'run'>) =>
            toolCaller.idempotencyKey({ tool, ...run, callId: call_id }),
          call: (run: Run, signal: AbortSignal) => call(tool, run, signal),
        },
      ]),
    ]),
    variables: startVariables,
    close: mcp.close,
  };
}

import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { parseVariables } from '../../domain/agents/variables.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import { fillRequest, type FilledRequest } from '../../domain/agents/tool-request.ts';
import type { HttpTool } from '../../domain/agents/http-tool.ts';
import { secretNames } from '../../domain/agents/tools.ts';
import { openedValue, type NewToolSecret } from '../../domain/credentials/tool-secret.ts';
import { invalid, limited, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Cipher } from '../ports/cipher.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { ToolCaller } from '../ports/tool-caller.ts';
import { requireUsableTools, type ToolPorts } from './require-usable-tools.ts';

interface Ports extends ToolPorts {
  readonly agents: AgentRepository;
  readonly cipher: Cipher;
  readonly toolCaller: ToolCaller;
  readonly clock: Clock;
  readonly ids: Ids;
}

export interface ToolTest {
  readonly arguments?: JsonObject;
  /** Call variables, which take precedence over the agent's defaults. */
  readonly variables?: JsonObject;
}

/** The outcome of a test: the request with masked secrets, and what the model would read. */
export interface ToolTestResult extends Omit<ToolAnswer, 'mayHaveRun' | 'cause'> {
  /** What to do about a tool that cannot work. Null otherwise. */
  readonly cause: string | null;
  readonly request: FilledRequest;
  readonly duration_ms: number;
}

/** Tests that an organisation may run at the same time: each may take 30 s. */
const TESTS_MAX = 4;
const HIDDEN = '****';

/** Runs a stored tool of an agent once, as a call would: the request is really sent. */
export const testTool = (ports: Ports) => {
  const running = new Map<string, number>();
  return async (principal: Principal, agentId: string, name: string, test: ToolTest): Promise<ToolTestResult> => {
    const { org_id } = allow(principal, 'agents.write');
    const agent = await ports.agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    const tool = agent.config.tools?.find((each) => each.name === name);
    if (!tool) throw missing('Tool', 'the configuration of the agent lists its tools');
    await requireUsableTools(ports, org_id, [tool], () => tool.name);
    const given = { arguments: test.arguments ?? {}, variables: variablesOf(agent.config.custom_variables, test) };
    requireArguments(ports, tool, given.arguments);
    const masks = Object.fromEntries(secretNames(tool).map((secret) => [secret, HIDDEN]));
    const request = fillRequest(tool, { ...given, secrets: masks });
    const secrets = await openSecrets(ports, org_id, tool);
    const count = running.get(org_id) ?? 0;
    if (count >= TESTS_MAX) throw limited(`At most ${TESTS_MAX} tools are tested at the same time: wait for a result`);
    running.set(org_id, count + 1);
    try {
      const startedAt = ports.clock.monotonic();
      const identity = { tool, arguments: given.arguments, callId: `test-${ports.ids.next()}`, run: 0 };
      const answer = await ports.toolCaller.call({ ...identity, variables: given.variables, secrets });
      const { ok, status, content, variables, cause = null } = answer;
      return {
        ...{ ok, status, content, variables, cause },
        request: withKey(request, ports.toolCaller.idempotencyKey(identity)),
        duration_ms: Math.round(ports.clock.monotonic() - startedAt),
      };
    } finally {
      const left = (running.get(org_id) ?? 1) - 1;
      if (left > 0) running.set(org_id, left);
      else running.delete(org_id);
    }
  };
};

/** The request as it was sent, with its `Idempotency-Key`. */
const withKey = (request: FilledRequest, key: string | null): FilledRequest =>
  key === null ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } };

const variablesOf = (defaults: JsonObject, { variables }: ToolTest): JsonObject => ({
  ...defaults,
  ...parseVariables(variables, 'variables'),
});

function requireArguments({ argumentSchemas }: Ports, { parameters }: HttpTool, given: JsonObject): void {
  const problems = argumentSchemas.problems(parameters, given);
  if (problems.length > 0) throw invalid(problems);
}

async function openSecrets({ toolSecrets, cipher }: Ports, orgId: string, tool: HttpTool): Promise<NewToolSecret[]> {
  const names = secretNames(tool);
  const stored = names.length === 0 ? [] : await toolSecrets.list(orgId);
  return stored
    .filter(({ name }) => names.includes(name))
    .map((secret) => ({ name: secret.name, hosts: secret.hosts, value: openedValue(secret, cipher.decrypt) }));
}

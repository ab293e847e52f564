import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { parseVariables } from '../../domain/agents/variables.ts';
import type { JsonObject } from '../../domain/agents/json-readers.ts';
import type { ToolAnswer } from '../../domain/agents/tool-answer.ts';
import type { FilledRequest } from '../../domain/agents/tool-request.ts';
import { invalid, missing } from '../../domain/errors.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import { openSecrets, type SecretPorts } from './open-secrets.ts';
import { trialOf, type ToolTrial, type TrialPorts } from './tool-trials.ts';
import { trialSlots } from './trial-slots.ts';

interface Ports extends TrialPorts, SecretPorts {
  readonly agents: AgentRepository;
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

const HIDDEN = '****';

/** Runs a stored tool of an agent once, as a call would: the request is really sent. The name is that for the model. */
export const testTool = (ports: Ports) => {
  const limitedTo = trialSlots();
  return async (principal: Principal, agentId: string, name: string, test: ToolTest): Promise<ToolTestResult> => {
    const { org_id } = allow(principal, 'agents.write');
    const agent = await ports.agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    const trial = trialOf(ports, org_id, agent.config, name);
    if (!trial) throw missing('Tool', 'the configuration of the agent lists its tools');
    await trial.requireUsable();
    const variables = { ...agent.config.custom_variables, ...parseVariables(test.variables, 'variables') };
    const given = { arguments: test.arguments ?? {}, variables, callId: `test-${ports.ids.next()}` };
    requireArguments(ports, trial, given.arguments);
    const request = trial.request(given, Object.fromEntries(trial.secretNames.map((secret) => [secret, HIDDEN])));
    const secrets = await openSecrets(ports, org_id, trial.secretNames);
    return limitedTo(org_id, async () => {
      const startedAt = ports.clock.monotonic();
      const { ok, status, content, variables: set, cause = null } = await trial.call(given, secrets);
      return {
        ...{ ok, status, content, variables: set, cause },
        request: withKey(request, trial.key(given)),
        duration_ms: Math.round(ports.clock.monotonic() - startedAt),
      };
    });
  };
};

/** The request as it was sent, with its `Idempotency-Key`. */
const withKey = (request: FilledRequest, key: string | null): FilledRequest =>
  key === null ? request : { ...request, headers: { ...request.headers, 'idempotency-key': key } };

function requireArguments({ argumentSchemas }: Ports, { parameters }: ToolTrial, given: JsonObject): void {
  const problems = argumentSchemas.problems(parameters, given);
  if (problems.length > 0) throw invalid(problems);
}

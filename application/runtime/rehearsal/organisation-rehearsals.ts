import { modelTools } from '../../../domain/agents/model-tools.ts';
import type { PriceTable } from '../../../domain/costs/price-table.ts';
import { rejected } from '../../../domain/errors.ts';
import type { ArgumentSchemas } from '../../ports/argument-schemas.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Log } from '../../ports/log.ts';
import type { OrganisationModels, ProviderRegistry } from '../../ports/providers.ts';
import type { EnginePlan, OpenRehearsal, RehearsalEngine } from '../../ports/rehearsal-engine.ts';
import type { ToolCaller } from '../../ports/tool-caller.ts';
import { CostAccount } from './cost-account.ts';
import { openAll } from './open-suite.ts';
import { OrganisationRehearsalModels } from './organisation-rehearsal-models.ts';
import { NO_MCP } from './mocked-mcp.ts';
import { unknownTools } from './rehearsal-tools.ts';
import { calleeProblems, remarksOf } from './run-suite.ts';
import type { SuitePorts } from './suite-plan.ts';
import { SuiteRunner } from './suite-runner.ts';
import type { TextCallPorts } from './text-call.ts';

interface Ports extends Pick<TextCallPorts, 'settled' | 'digestOf' | 'inSlices'> {
  readonly organisationModels: OrganisationModels;
  readonly providers: ProviderRegistry;
  readonly argumentSchemas: ArgumentSchemas;
  readonly prices: PriceTable;
  readonly clock: Clock;
  readonly log: Log;
}

/** How long a conversation may take in real time, in ms. */
const CONVERSATION_MS = 10 * 60_000;

/** Tools of agents are never called here. */
const NO_TOOLS: ToolCaller = {
  idempotencyKey: () => null,
  call: async () => Promise.reject(new Error('Tools are not called in a rehearsal of the API')),
};

/** Holds suites for organisations: with their credentials, and without a call of any tool. */
export const organisationRehearsals = (ports: Ports): RehearsalEngine => ({
  problems: (suite, agents) => [
    ...agents.slice(0, 1).flatMap((agent) => calleeProblems(suite, agent)),
    ...unknownTools(suite, agents),
    ...[...new Set(agents.flatMap(({ config }) => modelTools(config).map(({ name }) => name)))]
      .filter((name) => !Object.hasOwn(suite.tools ?? {}, name))
      .map((name) => `tools must have the answers of ${name}: tools are not called in a rehearsal of the API`),
  ],
  open: (plan) => open(ports, plan),
});

async function open(ports: Ports, plan: EnginePlan): Promise<OpenRehearsal> {
  const { agent, others, seed, costLimit, spent } = plan;
  const suite = { ...plan.suite, limits: { ...plan.suite.limits, ...(costLimit !== null && { cost: costLimit }) } };
  const models = new OrganisationRehearsalModels(ports, agent.org_id);
  try {
    const account = new CostAccount(ports.prices, costLimit ?? undefined, spent);
    const opened = await openAll(models, suite, [agent, ...others]);
    const unlimited = account.whyUnlimited(opened.all.map(({ about }) => about));
    if (unlimited !== null) throw rejected(unlimited);
    const suitePorts: SuitePorts = { ...ports, models, toolCaller: NO_TOOLS, mcpClient: NO_MCP };
    const rehearsed = { title: agent.name, agent, others };
    const runner = new SuiteRunner(suitePorts, { suite, agent: rehearsed, newService: null, seed }, account, opened);
    return {
      remarks: remarksOf(suite, rehearsed, opened),
      converse: (planned, signal) => withDeadline(ports.clock, signal, (both) => runner.attempt(planned, both)),
      close: () => models.close(),
    };
  } catch (error) {
    await models.close();
    throw error;
  }
}

async function withDeadline<T>(
  clock: Pick<Clock, 'after'>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const cancel = clock.after(CONVERSATION_MS, () =>
    late.abort(new Error('The conversation took longer than 10 minutes')),
  );
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } finally {
    cancel();
  }
}

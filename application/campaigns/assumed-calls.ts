import type { Agent } from '../../domain/agents/agent.ts';
import { dialLimits } from '../../domain/calls/dial-limits.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import {
  ASSUMPTION_NAMES,
  DEFAULT_ASSUMPTIONS,
  withOverrides,
  type AssumptionName,
  type CallAssumptions,
} from '../../domain/campaigns/call-assumptions.ts';
import { earlierCall, observedAssumptions } from '../../domain/campaigns/earlier-calls.ts';
import { observedUsage } from '../../domain/costs/observed-usage.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CallCostRepository } from '../ports/costs.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

export interface AssumptionPorts {
  readonly calls: Pick<CallRepository, 'list'>;
  readonly runs: Pick<QueuedRunRepository, 'findMany'>;
  readonly callCosts: Pick<CallCostRepository, 'list'>;
}

/** What a forecast assumes about calls, and where it comes from. */
export interface AssumedCalls {
  readonly values: CallAssumptions;
  /** Whose earlier calls the shares of outcomes come from. */
  readonly based_on: 'agent' | 'organisation' | 'defaults';
  /** The number of these calls. */
  readonly earlier_calls: number;
  /** The values that are observed in them. The others are defaults. */
  readonly observed: readonly AssumptionName[];
  /** The values that the request gave. */
  readonly given: readonly AssumptionName[];
}

/** Newest calls that are read, and how many at a time. */
const CALLS_READ = 500;
const PAGE = 100;
/** Newest answered calls whose usage is read. */
const COSTS_READ = 100;

/** Assumptions from the newest calls of an agent, else of its organisation, else defaults; those given take precedence. */
export async function assumedCalls(
  ports: AssumptionPorts,
  orgId: string,
  agent: Agent | null,
  given: Partial<CallAssumptions>,
): Promise<AssumedCalls> {
  const ownCalls = agent && (await observed(ports, orgId, agent.agent_id));
  const found = ownCalls ?? (await observed(ports, orgId)) ?? { values: {}, calls: 0 };
  const unanswered = { no_answer_seconds: dialLimits(agent?.config.limits).ringTimeoutSeconds };
  const namesIn = (values: object) => ASSUMPTION_NAMES.filter((name) => Object.hasOwn(values, name));
  const basis = found.calls > 0 ? 'organisation' : 'defaults';
  return {
    values: withOverrides({ ...DEFAULT_ASSUMPTIONS, ...unanswered, ...found.values }, given),
    based_on: ownCalls ? 'agent' : basis,
    earlier_calls: found.calls,
    observed: namesIn(found.values).filter((name) => !Object.hasOwn(given, name)),
    given: namesIn(given),
  };
}

/** What the newest calls say, or null when they are too few. */
async function observed(
  ports: AssumptionPorts,
  orgId: string,
  agentId?: string,
): Promise<{ readonly values: Partial<CallAssumptions>; readonly calls: number } | null> {
  const logs: CallLog[] = [];
  for (let offset = 0; offset < CALLS_READ; offset += PAGE) {
    const page = await ports.calls.list(
      orgId,
      { limit: PAGE, offset },
      agentId === undefined ? {} : { agent_id: agentId },
    );
    logs.push(...page);
    if (page.length < PAGE) break;
  }
  const retries = await retriesAmong(ports, logs);
  const calls = logs.flatMap((log) => earlierCall(log, retries.has(log.queued_run_id ?? '')) ?? []);
  const shares = observedAssumptions(calls);
  return shares && { values: { ...shares, ...(await usageOf(ports, orgId, logs)) }, calls: calls.length };
}

/** The runs of these calls that retried their contact. */
async function retriesAmong({ runs }: AssumptionPorts, logs: readonly CallLog[]): Promise<ReadonlySet<string>> {
  const ids = logs.flatMap(({ queued_run_id }) => queued_run_id ?? []);
  const retries = new Set<string>();
  for (let from = 0; from < ids.length; from += PAGE)
    for (const { queued_run_id, attempt } of await runs.findMany(ids.slice(from, from + PAGE)))
      if (attempt > 0) retries.add(queued_run_id);
  return retries;
}

/** What answered calls used in a minute. */
async function usageOf(
  { callCosts }: AssumptionPorts,
  orgId: string,
  logs: readonly CallLog[],
): Promise<Partial<CallAssumptions>> {
  const answered = logs.filter(
    ({ call_type, call_response }) => call_type === 'outbound' && call_response === 'answered',
  );
  const lines = [];
  for (const { call_id } of answered.slice(0, COSTS_READ)) {
    const costs = await callCosts.list(orgId, call_id);
    lines.push(costs.filter(({ part }) => part === 'conversation').flatMap((cost) => cost.lines));
  }
  const usage = observedUsage(lines);
  return usage
    ? {
        characters_per_minute: usage.characters,
        input_tokens_per_minute: usage.inputTokens,
        output_tokens_per_minute: usage.outputTokens,
      }
    : {};
}

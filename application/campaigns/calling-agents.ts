import type { Agent } from '../../domain/agents/agent.ts';
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  type CallAssumptions,
} from '../../domain/campaigns/call-assumptions.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { agentsOf } from '../../domain/campaigns/variants.ts';
import type { AgentRepository } from '../ports/agents.ts';
import { assumedCalls, type AssumedCalls, type AssumptionPorts } from './assumed-calls.ts';

/** An agent that calls contacts of a campaign. */
export interface CallingAgent {
  readonly agentId: string;
  /** Null: it was deleted. */
  readonly agent: Agent | null;
  /** Its part of the contacts, from 0 to 1. */
  readonly share: number;
}

/** The agents that call the contacts of a campaign, by id. Null: it was deleted. */
export type CampaignAgents = ReadonlyMap<string, Agent | null>;

/** The agents that call the contacts of a campaign, the first variant first. */
export async function campaignAgents(
  { agents }: { readonly agents: Pick<AgentRepository, 'find'> },
  campaign: Campaign,
): Promise<CampaignAgents> {
  const ids = agentsOf(campaign);
  const found = await Promise.all(ids.map((agentId) => agents.find(campaign.org_id, agentId)));
  return new Map(ids.map((agentId, at) => [agentId, found[at] ?? null]));
}

/** The agents with their parts of the contacts that are to be dialled. */
export function withShares(agents: CampaignAgents, contacts: ReadonlyMap<string, number>): readonly CallingAgent[] {
  const sum = [...contacts.values()].reduce((total, count) => total + count, 0);
  return [...agents].map(([agentId, agent]) => ({
    ...{ agentId, agent },
    share: sum === 0 ? 1 / agents.size : (contacts.get(agentId) ?? 0) / sum,
  }));
}

/** What is assumed of calls that several agents share: the mean of what is assumed of each. */
export async function mixedAssumptions(
  ports: AssumptionPorts,
  orgId: string,
  callers: readonly CallingAgent[],
  given: Partial<CallAssumptions>,
): Promise<AssumedCalls> {
  const all = await Promise.all(callers.map(({ agent }) => assumedCalls(ports, orgId, agent, given)));
  const [first, ...others] = all;
  if (!first || others.length === 0) return first ?? assumedCalls(ports, orgId, null, given);
  const meanOf = (name: AssumptionName): number =>
    all.reduce((sum, { values }, at) => sum + values[name] * callers[at]!.share, 0);
  const basis = all.some(({ based_on }) => based_on !== 'defaults') ? 'organisation' : 'defaults';
  const isOwn = all.every(({ based_on }) => based_on === 'agent');
  return {
    values: {
      ...(Object.fromEntries(ASSUMPTION_NAMES.map((name) => [name, meanOf(name)])) as Record<AssumptionName, number>),
      ...(given.hours && { hours: given.hours }),
    },
    based_on: isOwn ? 'agent' : basis,
    earlier_calls: isOwn
      ? all.reduce((sum, { earlier_calls }) => sum + earlier_calls, 0)
      : Math.max(...all.map(({ earlier_calls }) => earlier_calls)),
    observed: first.observed.filter((name) => others.every(({ observed }) => observed.includes(name))),
    given: first.given,
  };
}

import type { Principal } from '../../domain/accounts/principal.ts';
import { callsChangedAt, type Agent } from '../../domain/agents/agent.ts';
import type { AnalysisResult } from '../../domain/calls/call-analysis.ts';
import { isReached } from '../../domain/calls/call-log.ts';
import { isCallbackRow } from '../../domain/campaigns/callback.ts';
import type { Campaign, CampaignState } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import {
  comparedDurations,
  comparedShares,
  type ComparedDurations,
  type ComparedShare,
} from '../../domain/campaigns/comparison.ts';
import { comparisonWarnings, type ComparisonWarning } from '../../domain/campaigns/comparison-warnings.ts';
import { measuresOf } from '../../domain/campaigns/compared-measures.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { agentOf, agentsOf } from '../../domain/campaigns/variants.ts';
import { VariantTally, type ComparedContact } from '../../domain/campaigns/variant-tally.ts';
import { grouped } from '../../domain/grouped.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CallAnalysisRepository } from '../ports/call-analyses.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Clock } from '../ports/clock.ts';
import type { EventLoop } from '../ports/event-loop.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';
import { WorkPieces } from '../work-pieces.ts';
import { workSlots } from '../work-slots.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports {
  readonly campaigns: Pick<CampaignRepository, 'find'>;
  readonly runs: Pick<QueuedRunRepository, 'ofContacts'>;
  readonly calls: Pick<CallRepository, 'findMany'>;
  readonly callAnalyses: Pick<CallAnalysisRepository, 'findMany'>;
  readonly agents: Pick<AgentRepository, 'find'>;
  readonly eventLoop: EventLoop;
  readonly clock: Clock;
}

/** A variant of a campaign and its contacts that were dialled. */
interface ComparedVariant {
  readonly agent_id: string;
  readonly name: string;
  /** Null: the campaign has no variants. */
  readonly weight: number | null;
  readonly contacts: number;
  readonly finished: number;
  readonly dials: number;
  /** Conversations with a result of their analysis. */
  readonly analysed: number;
  /** The versions of its agent that their last conversations ran, ascending. */
  readonly agent_versions: readonly number[];
}

/** Outcomes by variant of a campaign, and their differences from the first variant. */
export interface CampaignComparison {
  readonly campaign_id: string;
  readonly state: CampaignState;
  readonly compared_at: string;
  readonly confidence: number;
  /** Contacts of the list that were read; callbacks are not among them. */
  readonly contacts: { readonly read: number; readonly of: number };
  readonly variants: readonly ComparedVariant[];
  readonly shares: readonly ComparedShare[];
  readonly durations: ComparedDurations;
  readonly warnings: readonly ComparisonWarning[];
}

const COMPARISONS_MAX = 2;
/** Contacts read at most, in the order of the list, which says nothing about their variants. openapi.yaml names it as well. */
const CONTACTS_MAX = 100_000;
const CONFIDENCE = 0.95;

/** Compares the variants of a campaign. A campaign without any has one: its agent. Only reads. */
export const compareVariants = (ports: Ports, contactsMax = CONTACTS_MAX) => {
  const limitedTo = workSlots(
    COMPARISONS_MAX,
    `At most ${COMPARISONS_MAX} campaigns of an organisation are compared at the same time: wait for a result`,
  );
  return async (principal: Principal, campaignId: string): Promise<CampaignComparison> => {
    const record = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    return limitedTo(record.campaign.org_id, () => comparisonOf(ports, record, contactsMax));
  };
};

async function comparisonOf(
  ports: Ports,
  { campaign, gate }: CampaignRecord,
  contactsMax: number,
): Promise<CampaignComparison> {
  const agents = await Promise.all(agentsOf(campaign).map((agentId) => ports.agents.find(campaign.org_id, agentId)));
  const measures = agents.map((agent) => measuresOf(agent?.config.analysis));
  const tallies = agentsOf(campaign).map((agentId, at) => new VariantTally(agentId, measures[at]!));
  const read = await tallyContacts(ports, campaign, tallies, contactsMax);
  const [shares, durations] = [comparedShares(tallies, measures), comparedDurations(tallies)];
  const listed = Math.max(read, campaign.total_rows - (gate.callbacks?.made ?? 0));
  return {
    campaign_id: campaign.campaign_id,
    state: campaign.state,
    compared_at: ports.clock.now().toISOString(),
    confidence: CONFIDENCE,
    contacts: { read, of: listed },
    variants: tallies.map((tally, at) => variantOf(campaign, tally, agents[at] ?? null)),
    ...{ shares, durations },
    warnings: comparisonWarnings({
      ...{ campaign, tallies, shares, durations },
      changedAgents: agents.flatMap((agent) => (agent && isChanged(agent, campaign) ? [agent.name] : [])),
      numbers: agents.map((agent) => numberOf(agent, campaign)),
      contactsRead: read,
      contactsOf: read < contactsMax ? read : listed,
    }),
  };
}

function variantOf(
  { orchestrator_metadata: { variants } }: Campaign,
  { agentId, contacts, finished, dials, analysed, versions }: VariantTally,
  agent: Agent | null,
): ComparedVariant {
  const variant = variants?.find(({ agent_id }) => agent_id === agentId);
  return {
    agent_id: agentId,
    name: variant?.name ?? agent?.name ?? agentId,
    weight: variant?.weight ?? null,
    ...{ contacts, finished, dials, analysed },
    agent_versions: [...versions].toSorted((a, b) => a - b),
  };
}

/** The number that an agent calls from. Null: one of a pool, from which each contact gets its number. */
const numberOf = (agent: Agent | null, { from_number, orchestrator_metadata }: Campaign): string | null =>
  orchestrator_metadata.caller_id_pool ? null : (from_number ?? agent?.linked_phone_number ?? null);

const isChanged = (agent: Agent, { started_at }: Campaign): boolean =>
  started_at !== null && callsChangedAt(agent) > started_at;

/** Counts contacts of the list, in its order. Returns how many were read. */
async function tallyContacts(
  ports: Ports,
  campaign: Campaign,
  tallies: readonly VariantTally[],
  most: number,
): Promise<number> {
  const pieces = new WorkPieces(ports);
  const byAgent = new Map(tallies.map((tally) => [tally.agentId, tally]));
  let read = 0;
  for (let from = 0; read < most;) {
    const found = await ports.runs.ofContacts(campaign.campaign_id, from);
    const listed = found.filter(({ contact_index }) => !isCallbackRow(contact_index));
    if (listed.length === 0) break;
    from = listed.at(-1)!.contact_index + 1;
    const contacts = [...grouped(listed, ({ contact_index }) => contact_index).values()].slice(0, most - read);
    read += contacts.length;
    const conversations = await conversationsOf(ports, campaign.org_id, contacts);
    for (const runs of contacts) {
      const dialled = runs.filter(({ call_id }) => call_id !== null);
      if (dialled[0]) byAgent.get(agentOf(campaign, dialled[0]))?.add(comparedContact(runs, dialled, conversations));
      if (pieces.isOver) await pieces.pause();
    }
  }
  return read;
}

interface Conversations {
  /** By call, once it has ended. */
  readonly seconds: ReadonlyMap<string, number>;
  readonly results: ReadonlyMap<string, AnalysisResult>;
  readonly versions: ReadonlyMap<string, number | null>;
}

/** The conversations of these contacts. */
async function conversationsOf(
  { calls, callAnalyses }: Ports,
  orgId: string,
  contacts: readonly (readonly QueuedRun[])[],
): Promise<Conversations> {
  const ids = contacts.flat().flatMap((run) => (isConversation(run) ? [run.call_id!] : []));
  if (ids.length === 0) return { seconds: new Map(), results: new Map(), versions: new Map() };
  const [logs, analyses] = await Promise.all([calls.findMany(orgId, ids), callAnalyses.findMany(orgId, ids)]);
  return {
    seconds: new Map(
      logs.flatMap(({ call_id, duration }) => (duration === null ? [] : [[call_id, duration] as const])),
    ),
    versions: new Map(logs.map(({ call_id, agent_version = null }) => [call_id, agent_version])),
    results: new Map(analyses.flatMap(({ call_id, result }) => (result ? [[call_id, result] as const] : []))),
  };
}

const isConversation = ({ outcome, call_id }: QueuedRun): boolean => call_id !== null && isReached(outcome);

/** Of several conversations, the last one counts. */
function comparedContact(
  runs: readonly QueuedRun[],
  dialled: readonly QueuedRun[],
  { seconds, results, versions }: Conversations,
): ComparedContact {
  const callId = dialled.filter(isConversation).toSorted((a, b) => b.attempt - a.attempt)[0]?.call_id ?? '';
  return {
    dials: dialled.length,
    outcome: runs.find(({ is_final }) => is_final)?.outcome ?? null,
    seconds: seconds.get(callId) ?? null,
    result: results.get(callId) ?? null,
    version: versions.get(callId) ?? null,
  };
}

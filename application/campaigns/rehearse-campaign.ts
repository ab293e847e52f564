import type { Principal } from '../../domain/accounts/principal.ts';
import type { Agent } from '../../domain/agents/agent.ts';
import type { CallAssumptions } from '../../domain/campaigns/call-assumptions.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { defaultPopulation } from '../../domain/campaigns/default-population.ts';
import { populationAssumptions } from '../../domain/campaigns/population-assumptions.ts';
import type { RetryConfig } from '../../domain/campaigns/retry-policy.ts';
import { requirePopulation, type Population } from '../../domain/campaigns/population.ts';
import { agentOf } from '../../domain/campaigns/variants.ts';
import { rejected } from '../../domain/errors.ts';
import { grouped } from '../../domain/grouped.ts';
import { dialCapsOf } from '../count-dials.ts';
import type { RehearsalPlan, Rehearsals, RehearsedAgent, RehearsedCampaign } from '../ports/rehearsals.ts';
import { workSlots } from '../work-slots.ts';
import { campaignAgents, mixedAssumptions, withShares, type CampaignAgents } from './calling-agents.ts';
import { expectedUsageOf } from './estimate-campaign.ts';
import { pendingContacts, type PendingContact } from './pending-contacts.ts';
import {
  previewOf,
  startOf,
  type CampaignPreview,
  type PreviewPorts,
  type PreviewRequest,
} from './preview-campaign.ts';
import { routesOf, slotsOf } from './preview-rules.ts';
import { ownCampaign } from './read-campaigns.ts';

interface Ports extends PreviewPorts {
  readonly rehearsals: Rehearsals;
}

/** What a rehearsal may be asked for. */
export interface RehearsalRequest extends Pick<PreviewRequest, 'starts_at'> {
  /** Absent: callees as the assumptions of the preview have it. */
  readonly population?: Population;
  /** Contacts that are rehearsed at most, spread over the list. */
  readonly sample_size?: number;
}

/** How far the preview is above the rehearsal, in percent of the rehearsal. */
interface Deviation {
  readonly duration_percent: number | null;
  readonly dials_percent: number | null;
  readonly cost_percent: number | null;
}

/** A rehearsal beside the preview of the same contacts. */
export interface CampaignRehearsal {
  readonly campaign_id: string;
  readonly starts_at: string;
  readonly contacts: { readonly rehearsed: number; readonly of: number };
  readonly population: Population;
  readonly preview: CampaignPreview;
  readonly rehearsal: RehearsedCampaign;
  readonly deviation: Deviation;
}

const SAMPLE_SIZE = 500;
const SAMPLE_MAX = 5_000;

/** Runs a campaign on simulated callees, without any effect on stored data. */
export const rehearseCampaign = (ports: Ports) => {
  const limitedTo = workSlots(1, 'A campaign of the organisation is being rehearsed: wait for its result');
  return async (
    principal: Principal,
    campaignId: string,
    request: RehearsalRequest = {},
  ): Promise<CampaignRehearsal> => {
    const record = await ownCampaign(ports, principal, 'campaigns.read', campaignId);
    const { org_id, state } = record.campaign;
    if (state !== 'created')
      throw rejected(`Cannot rehearse a campaign that is ${state}: only one that is not started`);
    if (request.population) requirePopulation(request.population);
    const start = startOf(request, ports.clock.now());
    return limitedTo(org_id, () => rehearse(ports, record, request, start));
  };
};

async function rehearse(
  ports: Ports,
  record: CampaignRecord,
  { population: given, sample_size: most = SAMPLE_SIZE }: RehearsalRequest,
  start: Date,
): Promise<CampaignRehearsal> {
  const { campaign } = record;
  const agents = await campaignAgents(ports, campaign);
  if ([...agents.values()].some((agent) => !agent?.telephony))
    throw rejected(`${agents.size === 1 ? 'The agent' : 'An agent'} of the campaign cannot make calls`);
  const contacts = await sampled(ports, record, Math.min(most, SAMPLE_MAX));
  const callers = withShares(agents, sharesOf(campaign, contacts));
  const { values } = await mixedAssumptions(ports, campaign.org_id, callers, {});
  const population = given ?? defaultPopulation(values);
  const expected = populationAssumptions(
    population,
    campaign.retry_config,
    campaign.orchestrator_metadata.schedule_config,
  );
  const source = (async function* () {
    yield contacts;
  })();
  const preview = await previewOf(ports, record, { assumptions: expected, start, sample_size: SAMPLE_MAX }, source);
  const plan = await planOf(ports, record, contacts, { agents, population, start, values });
  const rehearsal = await ports.rehearsals.run(plan);
  return {
    ...{ campaign_id: campaign.campaign_id, starts_at: start.toISOString() },
    contacts: { rehearsed: contacts.length, of: campaign.total_rows },
    ...{ population, preview, rehearsal, deviation: deviationOf(preview, rehearsal, start) },
  };
}

/** Simulated calls have no transcript that could be analysed. */
function withoutAnalysis({ by_analysis: _analysed, ...others }: RetryConfig): RetryConfig {
  return others;
}

/** At most this many contacts, spread over the list, and numbered as a list of their own. */
async function sampled(ports: Ports, record: CampaignRecord, most: number): Promise<readonly PendingContact[]> {
  const stride = Math.max(1, Math.ceil(record.campaign.total_rows / most));
  const contacts: PendingContact[] = [];
  for await (const batch of pendingContacts(ports, record))
    for (const contact of batch)
      if (contact.contact_index % stride === 0) contacts.push({ ...contact, contact_index: contacts.length });
  return contacts;
}

/** How many of these contacts each agent calls. */
function sharesOf(campaign: Campaign, contacts: readonly PendingContact[]): ReadonlyMap<string, number> {
  const byAgent = grouped(contacts, (contact) => agentOf(campaign, contact));
  return new Map([...byAgent].map(([agentId, all]) => [agentId, all.length]));
}

async function planOf(
  ports: Ports,
  { campaign }: CampaignRecord,
  contacts: readonly PendingContact[],
  {
    agents,
    population,
    start,
    values,
  }: { agents: CampaignAgents; population: Population; start: Date; values: CallAssumptions },
): Promise<RehearsalPlan> {
  const { org_id } = campaign;
  const numbers = contacts.map(({ phone_number }) => phone_number);
  const [first, ...others] = [...agents.values()].flatMap((agent) =>
    agent ? [rehearsedAgent(ports, agent, values)] : [],
  );
  return {
    start: start.toISOString(),
    campaign: { ...campaign, retry_config: withoutAnalysis(campaign.retry_config), total_rows: contacts.length },
    agents: [first!, ...others],
    contacts,
    suppressions: await ports.suppressions.among(org_id, numbers),
    numberDials: await ports.numberDials.among(org_id, numbers),
    dialCaps: await dialCapsOf(ports, org_id),
    concurrentCalls: await slotsOf(ports, campaign),
    spacingMs: (await routesOf(ports, campaign)).spacingMs,
    population,
  };
}

const rehearsedAgent = (ports: Ports, agent: Agent, values: CallAssumptions): RehearsedAgent => ({
  ...{ agent_id: agent.agent_id, name: agent.name, provider: agent.telephony?.provider ?? '' },
  ringSeconds: agent.config.limits?.ring_seconds ?? null,
  usage: expectedUsageOf(ports, agent, values),
});

function deviationOf({ estimate }: CampaignPreview, rehearsal: RehearsedCampaign, start: Date): Deviation {
  const lasts = (end: string | null): number | null => (end === null ? null : Date.parse(end) - start.getTime());
  return {
    duration_percent: percentAbove(lasts(estimate.ends_at), lasts(rehearsal.ends_at)),
    dials_percent: percentAbove(estimate.dials, rehearsal.dials),
    cost_percent: percentAbove(Number(estimate.cost.amount), Number(rehearsal.cost.amount)),
  };
}

/** With one decimal. */
const percentAbove = (one: number | null, other: number | null): number | null =>
  one === null || other === null || other === 0 ? null : Math.round((one / other - 1) * 1_000) / 10;

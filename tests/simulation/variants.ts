import type { CallLog } from '../../domain/calls/call-log.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { Variant } from '../../domain/campaigns/variant.ts';
import { grouped } from './grouped.ts';
import type { Chance } from './chance.ts';
import type { Entry } from './ledger-carrier.ts';
import type { Witness } from './witness.ts';

const AGENTS = ['agent', 'agent b', 'agent c'] as const;
/** How often agents share the contacts of a campaign. */
const SHARED = 0.4;

/** A campaign whose contacts several agents may share. Weights of 0 and changes of weights are frequent. */
export function withDrawnVariants(campaign: Campaign, chance: Chance): Campaign {
  if (!chance.happens(SHARED)) return campaign;
  const variants = drawWeights(AGENTS.slice(0, chance.between(2, AGENTS.length)), chance);
  return { ...campaign, orchestrator_metadata: { ...campaign.orchestrator_metadata, variants } };
}

/** Other weights for the agents of a campaign. Null: one agent calls all its contacts. */
export function redrawnWeights(campaign: Campaign, chance: Chance): readonly Variant[] | null {
  const agents = (campaign.orchestrator_metadata.variants ?? []).map(({ agent_id }) => agent_id);
  return agents.length > 0 ? drawWeights(agents, chance) : null;
}

function drawWeights(agents: readonly string[], { between, pick }: Chance): Variant[] {
  const some = pick(agents);
  return agents.map((agent_id) => ({ agent_id, weight: agent_id === some ? 1 : between(0, 1) }));
}

/** A dial that was made, and its call. */
interface AgentDial extends Entry {
  readonly call: CallLog;
}

/** Contacts that several agents called, in one campaign with its retries and callbacks. */
const calledByTwo = (dials: readonly AgentDial[]): string[] =>
  [...grouped(dials, ({ to, call: { campaign_id } }) => `${campaign_id} ${to}`)].flatMap(([contact, all]) => {
    const agents = new Set(all.map(({ call }) => call.agent_id));
    return agents.size > 1 ? [`${contact} by ${[...agents].join(' and ')}`] : [];
  });

/** Calls by an agent that calls no contacts of the campaign, or had no weight in it until then. */
const calledWithoutWeight = (dials: readonly AgentDial[], { versions }: Pick<Witness, 'versions'>): string[] =>
  dials.flatMap(({ at, to, call: { agent_id, campaign_id } }) => {
    const known = (versions.get(campaign_id ?? '') ?? []).filter((version) => version.at <= at);
    const mayCall = known.some(({ campaign: { agent_id: own, orchestrator_metadata: settings } }) =>
      settings.variants
        ? settings.variants.some((variant) => variant.agent_id === agent_id && variant.weight > 0)
        : own === agent_id,
    );
    return mayCall || known.length === 0 ? [] : [`${to} by ${agent_id}`];
  });

/** Fewer contacts say nothing about how they are shared. */
const ENOUGH = 200;

/** Campaigns whose contacts are shared otherwise than by weights that never changed: by five standard deviations. */
const sharedUnevenly = (dials: readonly AgentDial[], { versions }: Pick<Witness, 'versions'>): string[] =>
  [...grouped(dials, ({ call: { campaign_id } }) => campaign_id ?? '')].flatMap(([campaignId, own]) => {
    const weights = new Set(
      (versions.get(campaignId) ?? []).map(({ campaign }) =>
        JSON.stringify(campaign.orchestrator_metadata.variants ?? []),
      ),
    );
    const variants = JSON.parse([...weights][0] ?? '[]') as Variant[];
    const contacts = new Map(own.map(({ to, call }) => [to, call.agent_id]));
    if (weights.size !== 1 || variants.length === 0 || contacts.size < ENOUGH) return [];
    const sum = variants.reduce((total, { weight }) => total + weight, 0);
    return variants.flatMap(({ agent_id, weight }) => {
      const share = weight / sum;
      const count = [...contacts.values()].filter((agent) => agent === agent_id).length;
      const distance = Math.abs(count - contacts.size * share);
      const isChance = distance <= 5 * Math.sqrt(contacts.size * share * (1 - share));
      return isChance ? [] : [`${campaignId} ${agent_id} ${count} of ${contacts.size}`];
    });
  });

/** What must hold of the agents that call the contacts of a campaign. */
export const VARIANT_CHECKS: Readonly<
  Record<string, (evidence: { readonly witness: Pick<Witness, 'versions'> }, dials: readonly AgentDial[]) => string[]>
> = {
  'I21 every contact is called by one agent': (_, dials) => calledByTwo(dials),
  'I21 only agents with a weight call contacts': ({ witness }, dials) => calledWithoutWeight(dials, witness),
  'I21 contacts are shared by the weights': ({ witness }, dials) => sharedUnevenly(dials, witness),
};

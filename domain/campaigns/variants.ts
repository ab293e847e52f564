import { invalid, rejected } from '../errors.ts';
import { isPlainText } from '../plain-text.ts';
import type { Campaign } from './campaign.ts';
import type { DialledContact } from './contacts.ts';
import { murmur3 } from './murmur3.ts';
import type { CampaignMetadata } from './settings.ts';
import type { Variant } from './variant.ts';

/** What decides on the agent of a contact. */
type AgentShares = Pick<Campaign, 'campaign_id' | 'agent_id'> & {
  readonly orchestrator_metadata: Pick<CampaignMetadata, 'variants'>;
};

/** A contact, with the agent that has dialled it. */
type AssignedContact = Pick<DialledContact, 'phone_number'> & { readonly agent_id?: string | undefined };

const HASHES = 2 ** 32;

/**
 * The agent that calls a contact: the agent that has called it before, else one drawn by the weights. The draw depends only
 * on the campaign and the number: every process draws the same agent.
 */
export function agentOf(campaign: AgentShares, { phone_number, agent_id: known }: AssignedContact): string {
  const { variants } = campaign.orchestrator_metadata;
  if (!variants) return campaign.agent_id;
  const own = variants.find(({ agent_id }) => agent_id === known);
  if (own) return own.agent_id;
  const drawn = (murmur3(`${campaign.campaign_id} ${phone_number}`) / HASHES) * sumOf(variants);
  let reached = 0;
  return variants.find(({ weight }) => drawn < (reached += weight))!.agent_id;
}

/** The agents that call the contacts of a campaign. */
export const agentsOf = ({
  agent_id,
  orchestrator_metadata: { variants },
}: Pick<Campaign, 'agent_id' | 'orchestrator_metadata'>): readonly string[] =>
  variants ? variants.map((each) => each.agent_id) : [agent_id];

const sumOf = (variants: readonly Variant[]): number => variants.reduce((sum, { weight }) => sum + weight, 0);

const NAME_MAX = 100;

/** Variants as they are stored. Rejects those that do not go together. */
export function requireVariants(given: readonly Variant[], agentId: string): readonly Variant[] {
  if (given.length < 2) throw invalid('variants must have at least 2 items');
  const variants = given.map(({ agent_id, weight, name }, at) => ({
    agent_id,
    weight,
    ...(name !== undefined && { name: variantName(name, at) }),
  }));
  requireDistinct(variants, 'agent_id');
  requireDistinct(variants, 'name');
  if (!(sumOf(variants) > 0)) throw invalid('variants must have a weight above 0');
  if (!variants.some(({ agent_id }) => agent_id === agentId))
    throw invalid(`variants must have the agent of the campaign, ${agentId}`);
  return variants;
}

function variantName(text: string, at: number): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_MAX || !isPlainText(name))
    throw invalid(`variants[${at}].name must have 1 to ${NAME_MAX} plain characters`);
  return name;
}

function requireDistinct(variants: readonly Variant[], field: 'agent_id' | 'name'): void {
  variants.forEach((variant, at) => {
    const value = variant[field];
    if (value !== undefined && variants.findIndex((each) => each[field] === value) < at)
      throw invalid(`variants[${at}].${field} appears twice: ${value}`);
  });
}

/** The settings of a campaign with the variants of a request. Absent: they stay as they are; null removes them. */
export function withVariants(
  settings: CampaignMetadata,
  campaign: Pick<Campaign, 'agent_id' | 'started_at'>,
  given: readonly Variant[] | null | undefined,
  now: Date,
): CampaignMetadata {
  if (given === undefined) return settings;
  const variants = given && requireVariants(given, campaign.agent_id);
  if (campaign.started_at !== null) return withWeights(settings, variants ?? [], now);
  const { variants: _before, ...others } = settings;
  return { ...others, ...(variants && { variants }) };
}

/** The settings of a campaign that was started, with other weights and names of its variants. */
function withWeights(settings: CampaignMetadata, after: readonly Variant[], now: Date): CampaignMetadata {
  const { variants: before = [] } = settings;
  requireSameAgents(before, after);
  if (after.length === 0) return settings;
  const isSame = isSameShares(before, after);
  return { ...settings, variants: after, ...(!isSame && { variants_changed_at: now.toISOString() }) };
}

const isSameShares = (before: readonly Variant[], after: readonly Variant[]): boolean =>
  after.every(({ agent_id, weight }) => before.some((each) => each.agent_id === agent_id && each.weight === weight));

/** A variant that comes or goes during a campaign has other contacts and other hours than those it is compared with. */
function requireSameAgents(before: readonly Variant[], after: readonly Variant[]): void {
  const agents = (variants: readonly Variant[]): string =>
    JSON.stringify(variants.map(({ agent_id }) => agent_id).toSorted());
  if (agents(before) !== agents(after))
    throw rejected(
      'variants of a campaign that was started must keep their agents: change weights, of which 0 means no further contacts, ' +
        'or redial it with others',
    );
}

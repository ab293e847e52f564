import { allow, type Principal } from '../../domain/accounts/principal.ts';
import { ARCHIVED, notATelephonyAgent, type Agent } from '../../domain/agents/agent.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { DEFAULT_RATE_LIMIT, mergeMetadata, type SettingsInput } from '../../domain/campaigns/settings.ts';
import { retryConfig } from '../../domain/campaigns/retry-policy.ts';
import { isSourceOf } from '../../domain/campaigns/source.ts';
import { withVariants } from '../../domain/campaigns/variants.ts';
import type { Variant } from '../../domain/campaigns/variant.ts';
import { DomainError, invalid, missing, rejected } from '../../domain/errors.ts';
import { isPlainText } from '../../domain/plain-text.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Ids } from '../ports/ids.ts';
import type { Log } from '../ports/log.ts';
import type { ObjectStore } from '../ports/objects.ts';
import type { PhoneNumberRepository } from '../ports/phone-numbers.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';
import { withRollback } from '../rollback.ts';
import { requireColumnsOf, settingsRules, type RulePorts } from './campaign-settings.ts';
import type { FairListChecker } from './fair-list-checker.ts';
import { requireAnalyses } from './required-analyses.ts';

export interface NewCampaign extends SettingsInput {
  readonly name: string;
  readonly agent_id: string;
  readonly source_type?: string;
  readonly source_id: string;
  readonly rate_limit_per_second?: number;
  readonly from_number?: string | null;
}

export interface QuotaPorts {
  readonly quotas: Pick<QuotaKeeper, 'reserve'>;
  readonly log: Log;
}

interface Ports extends RulePorts, QuotaPorts {
  readonly campaigns: CampaignRepository;
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
  readonly objects: ObjectStore;
  readonly fairListChecker: FairListChecker;
  readonly ids: Ids;
}

/** Creates a campaign that can start: its agent has a number, its settings are valid, its source is readable. */
export const createCampaign =
  (ports: Ports) =>
  async (principal: Principal, request: NewCampaign): Promise<Campaign> => {
    const { campaigns, ids, clock } = ports;
    const { org_id, email } = allow(principal, 'campaigns.write');
    const name = campaignName(request.name);
    const agent = await requireDialRoute(ports, org_id, request.agent_id, request.from_number ?? null);
    await requirePoolNumbers(ports, agent, request.caller_id_pool?.numbers);
    const rules = await settingsRules(ports, org_id);
    const fresh = { agent_id: request.agent_id, started_at: null };
    const metadata = withVariants(mergeMetadata({}, request, rules), fresh, request.variants, clock.now());
    const { variants, caller_id_pool } = metadata;
    await requireVariantRoutes(
      ports,
      org_id,
      { variants, numbers: caller_id_pool?.numbers },
      request.from_number ?? null,
    );
    const campaign = newCampaign({
      campaign_id: ids.next(),
      org_id,
      name,
      agent_id: request.agent_id,
      source_type: sourceType(request.source_type),
      source_id: request.source_id,
      total_rows: await contactsIn(ports, org_id, request.source_id),
      rate_limit_per_second: request.rate_limit_per_second ?? DEFAULT_RATE_LIMIT,
      retry_config: retryConfig(request.retry_config),
      orchestrator_metadata: metadata,
      from_number: request.from_number ?? null,
      created_by: email,
      now: clock.now(),
    });
    await requireColumnsOf(ports, campaign, request);
    await requireAnalyses(ports, campaign, request);
    return withRoomFor(ports, campaign, async () => {
      await campaigns.add(campaign, newDialState(false));
      return campaign;
    });
  };

/** Creates a campaign in the quota of its organisation, or rejects. */
export const withRoomFor = <T>(
  { quotas, log }: QuotaPorts,
  { org_id, campaign_id: id }: Pick<Campaign, 'org_id' | 'campaign_id'>,
  create: () => Promise<T>,
): Promise<T> =>
  withRollback(log, async (undo) => {
    const reservation = await quotas.reserve(org_id, { kind: 'campaign', id, bytes: 0 });
    undo(() => reservation.release());
    const created = await create();
    await reservation.commit();
    return created;
  });

const NAME_MAX = 200;

/** Validates a campaign's name. */
export function campaignName(text: string): string {
  const name = text.trim();
  if (name === '' || name.length > NAME_MAX || !isPlainText(name))
    throw invalid(`name must have 1 to ${NAME_MAX} plain characters`);
  return name;
}

function sourceType(type = 'csv'): string {
  if (type !== 'csv') throw invalid('source_type must be csv');
  return type;
}

export interface DialRoutePorts {
  readonly agents: AgentRepository;
  readonly phoneNumbers: PhoneNumberRepository;
}

/** The agent, if it can call from this number or its own. */
export async function requireDialRoute(
  { agents, phoneNumbers }: DialRoutePorts,
  orgId: string,
  agentId: string,
  from: string | null,
): Promise<Agent> {
  const agent = await agents.find(orgId, agentId);
  if (!agent) throw missing('Agent');
  if (agent.agent_category !== 'telephony' || !agent.telephony) throw notATelephonyAgent();
  if (agent.status !== 'active') throw invalid(ARCHIVED);
  if (agent.linked_phone_number === null) throw invalid('The agent has no phone number');
  if (from === null) return agent;
  const owned = await phoneNumbers.find(from);
  if (owned?.org_id !== orgId || owned.provider !== agent.telephony.provider)
    throw invalid(`from_number must be one of the organisation's numbers at ${agent.telephony.provider}`);
  return agent;
}

/** Rejects numbers of a pool that are none of the organisation's at the agent's carrier. */
export async function requirePoolNumbers(
  { phoneNumbers }: Pick<DialRoutePorts, 'phoneNumbers'>,
  { org_id, telephony }: Pick<Agent, 'org_id' | 'telephony'>,
  numbers: readonly string[] = [],
): Promise<void> {
  const provider = telephony?.provider;
  const found = await phoneNumbers.findMany(numbers);
  const own = new Set(
    found.filter((each) => each.org_id === org_id && each.provider === provider).map((each) => each.phone_number),
  );
  const place = numbers.findIndex((number) => !own.has(number));
  if (place >= 0)
    throw invalid(`caller_id_pool.numbers[${place}] must be one of the organisation's numbers at ${provider}`);
}

/** Rejects variants whose agents cannot call from this number, from a pool or from their own. The problem names the variant. */
export async function requireVariantRoutes(
  ports: DialRoutePorts,
  orgId: string,
  {
    variants = [],
    numbers,
  }: { readonly variants?: readonly Variant[] | undefined; readonly numbers?: readonly string[] | undefined },
  from: string | null,
): Promise<void> {
  for (const [at, { agent_id }] of variants.entries())
    try {
      await requirePoolNumbers(ports, await requireDialRoute(ports, orgId, agent_id, from), numbers);
    } catch (error) {
      throw error instanceof DomainError ? error.about(`variants[${at}].agent_id`) : error;
    }
}

async function contactsIn({ objects, fairListChecker }: Ports, orgId: string, sourceId: string): Promise<number> {
  const source = isSourceOf(orgId, sourceId) ? await objects.open(sourceId) : null;
  if (!source) throw rejected('source_id does not match an uploaded contact list');
  return fairListChecker(orgId, source, { as: 'contacts' });
}

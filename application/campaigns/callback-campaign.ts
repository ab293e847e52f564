import type { Agent } from '../../domain/agents/agent.ts';
import type { CallLog } from '../../domain/calls/call-log.ts';
import { CALLBACK_SOURCE, callbackCampaignId } from '../../domain/campaigns/callback.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { newDialState } from '../../domain/campaigns/campaign-record.ts';
import { PHONE, type DialledContact } from '../../domain/campaigns/contacts.ts';
import { DEFAULT_RATE_LIMIT, mergeMetadata } from '../../domain/campaigns/settings.ts';
import { retryConfig } from '../../domain/campaigns/retry-policy.ts';
import { sourceKey } from '../../domain/campaigns/source.ts';
import { agentOf } from '../../domain/campaigns/variants.ts';
import { oneLine } from '../../domain/plain-text.ts';
import type { CampaignRepository } from '../ports/campaigns.ts';
import type { Dialler } from '../ports/dialler.ts';
import { settingsRules, type RulePorts } from './campaign-settings.ts';
import { requireDialRoute, type DialRoutePorts } from './create-campaign.ts';
import type { ObjectStore } from '../ports/objects.ts';
import { openRoute } from './next-route.ts';

export interface CallbackCampaignPorts extends RulePorts, DialRoutePorts {
  readonly campaigns: CampaignRepository;
  readonly objects: ObjectStore;
  readonly dialler: Pick<Dialler, 'openRoute'>;
}

const NAME_MAX = 180;

/** The campaign that makes the callbacks of a call. `create` stores one that there is not yet. */
export interface CallbackCampaign {
  readonly campaign: Campaign;
  readonly create: () => Promise<void>;
}

const EXISTS = { create: () => Promise.resolve() };

/**
 * The campaign that makes the callbacks of a call, by its rules: the campaign of the call, or one that the agent has for
 * the callbacks of all other calls. The first such callback creates it, and members change its rules like those of any
 * campaign. Rejects a call whose agent could not call back now.
 */
export async function callbackCampaign(
  ports: CallbackCampaignPorts,
  call: CallLog,
  contact: DialledContact,
  by: string,
): Promise<CallbackCampaign> {
  const { org_id, agent_id, campaign_id } = call;
  const own = campaign_id === null ? null : await ports.campaigns.find(org_id, campaign_id);
  const known = own ?? (await ports.campaigns.find(org_id, callbackCampaignId(agent_id)));
  if (known) {
    // The engine opens the same route to dial.
    await openRoute(ports.dialler, known.campaign, agentOf(known.campaign, { ...contact, agent_id }));
    return { ...known, ...EXISTS };
  }
  const agent = await requireDialRoute(ports, org_id, agent_id, null);
  const campaign = await newCallbackCampaign(ports, agent, by);
  return { campaign, create: () => storeCampaign(ports, campaign) };
}

/** Stores the agent's campaign. One that another request has just stored is taken. */
async function storeCampaign({ campaigns, objects }: CallbackCampaignPorts, campaign: Campaign): Promise<void> {
  const { org_id, campaign_id, source_id } = campaign;
  const list = new TextEncoder().encode(`${PHONE}\n`);
  await objects.put(source_id, once(list), { size: list.length, contentType: 'text/csv; charset=utf-8' });
  try {
    await campaigns.add(campaign, newDialState(true));
  } catch (error) {
    if (!(await campaigns.find(org_id, campaign_id))) throw error;
  }
}

/** It has no contacts, and is complete until a callback runs it. */
async function newCallbackCampaign(
  ports: CallbackCampaignPorts,
  { org_id, agent_id, name }: Agent,
  by: string,
): Promise<Campaign> {
  const now = ports.clock.now();
  const created = newCampaign({
    campaign_id: callbackCampaignId(agent_id),
    ...{ org_id, agent_id, name: oneLine(`Callbacks of ${name}`, NAME_MAX), created_by: by, now },
    source_type: CALLBACK_SOURCE,
    source_id: sourceKey(org_id, callbackCampaignId(agent_id), 'callbacks.csv'),
    total_rows: 0,
    rate_limit_per_second: DEFAULT_RATE_LIMIT,
    retry_config: retryConfig(),
    orchestrator_metadata: mergeMetadata({}, {}, await settingsRules(ports, org_id)),
    from_number: null,
  });
  return { ...created, state: 'completed', started_at: now.toISOString(), completed_at: now.toISOString() };
}

async function* once(bytes: Uint8Array): AsyncIterable<Uint8Array> {
  yield bytes;
}

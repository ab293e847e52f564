import type { Campaign } from '../typescript/index.ts';
import { fields, moment } from './table.ts';

/** One campaign, field by field. */
export const campaignInWords = (campaign: Campaign): string =>
  fields({
    campaign_id: campaign.campaign_id,
    name: campaign.name,
    state: campaign.state,
    why: reasonOf(campaign),
    agent_id: campaign.agent_id,
    ...(campaign.orchestrator_metadata.variants && { variants: variantsIn(campaign.orchestrator_metadata.variants) }),
    contacts: campaign.total_rows,
    done: campaign.processed_rows,
    'not reached': campaign.failed_rows,
    refused: refusedIn(campaign),
    decided: decisionsIn(campaign),
    'dials per second': campaign.rate_limit_per_second,
    from: campaign.orchestrator_metadata.caller_id_pool?.numbers.join(' ') ?? campaign.from_number,
    created: moment(campaign.created_at),
    started: moment(campaign.started_at),
    completed: moment(campaign.completed_at),
  });

/** Agents that share the contacts, with their weights. */
const variantsIn = (variants: NonNullable<Campaign['orchestrator_metadata']['variants']>): string =>
  variants.map(({ agent_id, weight, name }) => `${name ?? agent_id} ${weight}`).join(', ');

/** Refused contacts, with their reasons. */
const refusedIn = ({ refused_rows, refused_by = {} }: Campaign): string | null =>
  refused_rows === undefined
    ? null
    : `${refused_rows} (${Object.entries(refused_by)
        .map(([reason, count]) => `${reason} ${count}`)
        .join(', ')})`;

/** What was decided about contacts that answered. */
const decisionsIn = ({ decisions }: Campaign): string | null =>
  decisions
    ?.map(({ reason, value, retried, final }) => `${value ?? reason}: ${retried} again, ${final} final`)
    .join('; ') ?? null;

/** Until when a campaign does not dial because its circuit breaker has tripped. */
export const breakerInWords = ({ state, reason, probe_at }: NonNullable<OpenBreaker>): string =>
  state === 'open' ? `${reason}; dials one contact at ${moment(probe_at)}` : `${reason}; dials one contact`;

type OpenBreaker = Campaign['orchestrator_metadata']['breaker_state'];

/** Why the platform does not dial for the campaign. */
function reasonOf({
  orchestrator_metadata: { paused_reason, failed_reason, breaker_state: breaker },
}: Campaign): string | null {
  const reason = failed_reason ?? paused_reason ?? (breaker && breakerInWords(breaker));
  return typeof reason === 'string' ? reason : null;
}

import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { NO_CAPS } from '../../domain/campaigns/dial-caps.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/retry-policy.ts';
import type { CampaignMetadata } from '../../domain/campaigns/settings.ts';
import { seeded, type Chance } from './chance.ts';
import { drawRules, type ContactList, type Plan } from './plan.ts';
import { withDrawnVariants } from './variants.ts';

const CONTACTS_EACH = 1_000;
/** The lists of two campaigns of an organisation have the same numbers. */
const SHARED_BY = 2;

/** How large a simulation is. */
export interface Scale {
  /** Of all campaigns. */
  readonly contacts: number;
  /** Each has a campaign at least. */
  readonly organisations: number;
  /** Processes, each with a campaign engine. */
  readonly engines: number;
  /** How long faults occur, in ms. */
  readonly troubleMs: number;
}

/** Unless another is given. */
export const SCALE = { organisations: 10, engines: 4, troubleMs: 1_800_000 } as const;

/**
 * Draws a plan with this many contacts in campaigns of a thousand or fewer, with every kind of rule about contacts. Each fault
 * is rarer than in a small plan, because there are more dials in which it can occur.
 */
export function drawLongLists(chance: Chance, { contacts, organisations, engines, troubleMs }: Scale, now: Date): Plan {
  const count = Math.max(organisations, Math.ceil(contacts / CONTACTS_EACH));
  const contactsEach = Math.ceil(contacts / count);
  const variants = seeded(6_000_000);
  const limits: Record<string, number> = {};
  const sources: Record<string, ContactList> = {};
  const campaigns = Array.from({ length: count }, (_, each): Campaign => {
    const rows = Math.max(0, Math.min(contactsEach, contacts - each * contactsEach));
    const campaign = drawCampaign(chance, { campaign: each, organisation: each % organisations }, rows, now);
    limits[campaign.org_id] = chance.between(100, 200);
    const numbers = chance.happens(0.2) ? each - (each % (organisations * SHARED_BY)) + (each % organisations) : each;
    sources[campaign.source_id] = { numbers, contacts: rows };
    return withDrawnVariants(campaign, variants);
  });
  return {
    weather: { kill: 0.000_02, deadly: null, latencyMs: 0, hiccup: 0.001 },
    jumps: true,
    mood: {
      ...{ throttle: 0.01, account: 0.002, badNumber: 0.02, deaf: 0.01 },
      ...{ mute: 0.02, drop: 0.02, repeat: 0.1, blind: 0.1 },
    },
    dialsPerSecond: null,
    processes: engines,
    isSlow: true,
    isCapped: true,
    callbacks: null,
    pools: null,
    variants,
    campaigns,
    limits,
    sources,
    troubleMs,
    meddlers: Math.max(1, Math.round(contacts / CONTACTS_EACH / 10)),
    removal: 0.000_02,
    // Within a week, thousands of contacts would wait for days.
    drawCaps: ({ between }) => ({ ...NO_CAPS, max_dials_per_day: between(1, 3) }),
  };
}

const drawCampaign = (
  chance: Chance,
  { campaign: each, organisation }: Readonly<Record<'campaign' | 'organisation', number>>,
  total_rows: number,
  now: Date,
): Campaign =>
  newCampaign({
    campaign_id: `campaign ${each}`,
    org_id: `o${organisation}`,
    name: `Campaign ${each}`,
    agent_id: 'agent',
    source_type: 'csv',
    source_id: `source ${each}`,
    total_rows,
    rate_limit_per_second: chance.between(1, 20),
    retry_config: { ...DEFAULT_RETRY, max_retries: chance.between(0, 2), retry_delay_seconds: 30 },
    orchestrator_metadata: drawMetadata(chance),
    from_number: null,
    created_by: 'ada@example.com',
    now,
  });

const drawMetadata = (chance: Chance): CampaignMetadata => ({
  max_concurrency: chance.between(10, 20),
  ...(chance.happens(0.3) && drawRules(chance)),
  ...(chance.happens(0.2) && { dial_caps: { ...NO_CAPS, max_dials_per_day: 2 } }),
});

import type { CampaignChanges } from '../../application/campaigns/update-campaign.ts';
import { newCampaign, type Campaign } from '../../domain/campaigns/campaign.ts';
import { NO_CAPS, type DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { type CampaignMetadata, type ScheduleConfig } from '../../domain/campaigns/settings.ts';
import { DEFAULT_RETRY } from '../../domain/campaigns/retry-policy.ts';
import { ANALYSED } from './analyses.ts';
import { seeded, type Chance } from './chance.ts';
import type { Mood } from './ledger-carrier.ts';
import { DEADLY, type Weather } from './life.ts';
import { drawPools, type SimulatedPools } from './pools.ts';
import { withDrawnVariants } from './variants.ts';

/** What a seed begins with. */
export interface Plan {
  readonly weather: Weather;
  /** Whether the clock is set. */
  readonly jumps: boolean;
  readonly mood: Mood;
  /** How often the carrier's one account may dial; null: it sets no pace. */
  readonly dialsPerSecond: number | null;
  readonly processes: number;
  readonly campaigns: readonly Campaign[];
  /** How many calls each organisation may have at once. */
  readonly limits: Readonly<Record<string, number>>;
  /** Whether contacts may wait for days. */
  readonly isSlow: boolean;
  /** How callbacks are asked for and canceled. Null: not at all. */
  readonly callbacks: Chance | null;
  /** How numbers of caller ID pools change. Null: campaigns have none. */
  readonly pools: SimulatedPools | null;
  /** How weights of variants are changed. */
  readonly variants: Chance;
  /** Whether dials of numbers are capped, and some campaigns dial the same numbers. */
  readonly isCapped: boolean;
  /** The contact list of each source. */
  readonly sources: Readonly<Record<string, ContactList>>;
  /** How long faults occur, in ms. Then they stop, and everything must end. */
  readonly troubleMs: number;
  /** How many people may do something at each step, and how often one of them removes a campaign. */
  readonly meddlers: number;
  readonly removal: number;
  /** Draws how often a number may be dialled. */
  readonly drawCaps: (chance: Chance) => DialCaps;
}

/** What makes up the numbers of a list, and how many there are. */
export interface ContactList {
  readonly numbers: number;
  readonly contacts: number;
}

/** Draws a plan: campaigns of one or two organisations, and how bad everything is. */
export function drawPlan(seed: number, chance: Chance, now: Date): Plan {
  const [rules, probing, pools] = [drawContactRules(seed), drawProbes(seed), drawPools(seed)];
  // Drawn by a chance of their own, so that other seeds stay as they were.
  const variants = seeded(seed + 6_000_000);
  const analysing = drawAnalyses(seed);
  const { happens, between, next, pick } = chance;
  const weather = {
    kill: happens(0.7) ? next() * 0.004 : 0,
    deadly: happens(0.5) ? pick(DEADLY) : null,
    latencyMs: happens(0.6) ? between(1, 40) : 0,
    hiccup: happens(0.4) ? next() * 0.03 : 0,
  };
  const organisations = between(1, 2);
  const limits: Record<string, number> = {};
  const sources: Record<string, ContactList> = {};
  const campaigns: Campaign[] = [];
  for (let each = between(0, 2); each >= 0; each -= 1) {
    const campaign = drawCampaign(chance, each, `o${between(1, organisations)}`, now);
    limits[campaign.org_id] ??= between(1, 5);
    sources[campaign.source_id] = { numbers: rules.numbers(each), contacts: campaign.total_rows };
    campaigns.push(analysing(withDrawnVariants(pools.given(probing(rules.given(campaign))), variants)));
  }
  return {
    weather,
    jumps: happens(0.2),
    mood: drawMood(chance),
    dialsPerSecond: happens(0.4) ? between(1, 3) : null,
    processes: between(2, 4),
    isSlow: rules.isCapped || rules.isRuled,
    isCapped: rules.isCapped,
    callbacks: drawCallbacks(seed),
    pools: pools.pools,
    variants,
    campaigns,
    limits,
    sources,
    troubleMs: TROUBLE_MS,
    meddlers: 1,
    removal: 0.001,
    drawCaps,
  };
}

/** How often persons are called back, drawn by a chance of its own, so that other seeds stay as they were. */
function drawCallbacks(seed: number): Chance | null {
  const ofCallbacks = seeded(seed + 3_000_000);
  return ofCallbacks.happens(0.3) ? ofCallbacks : null;
}

/** How often breakers probe. */
const PROBED = 0.25;

/** Has campaigns stop and probe at the first failures in some seeds, drawn by a chance of its own. */
function drawProbes(seed: number): (campaign: Campaign) => Campaign {
  const { happens, between } = seeded(seed + 4_000_000);
  if (!happens(PROBED)) return (campaign) => campaign;
  return ({ orchestrator_metadata: settings, ...campaign }) => {
    const calls = { enabled: true, failure_threshold: 0.1, window_seconds: 60, min_calls_in_window: between(1, 2) };
    const breaker = { ...calls, probe_after_seconds: between(5, 40) };
    return { ...campaign, orchestrator_metadata: { ...settings, circuit_breaker: breaker } };
  };
}

/** How often the analysis of calls decides on retries. */
const ANALYSING = 0.25;

/** Has the analysis decide on retries in some seeds, drawn by a chance of its own. */
function drawAnalyses(seed: number): (campaign: Campaign) => Campaign {
  if (!seeded(seed + 5_000_000).happens(ANALYSING)) return (campaign) => campaign;
  return ({ retry_config, ...campaign }) => {
    const most = Math.max(1, retry_config.max_retries);
    return { ...campaign, retry_config: { ...retry_config, max_retries: most, by_analysis: ANALYSED } };
  };
}

/** How long faults occur, in ms. */
const TROUBLE_MS = 120_000;

/** Numbers that several campaigns dial. */
const SHARED = 9;
/** How often dials are capped: such seeds take days. */
const CAPPED = 0.12;

/** How often hours and consent depend on the contact. */
const RULED = 0.12;

/** Draws rules about contacts by a chance of their own, so that seeds without any stay as they were. */
function drawContactRules(seed: number) {
  const [ofCaps, ofRules] = [seeded(seed + 1_000_000), seeded(seed + 2_000_000)];
  const isCapped = ofCaps.happens(CAPPED);
  const isRuled = ofRules.happens(RULED);
  return {
    isCapped,
    isRuled,
    /** The numbers that a campaign dials. */
    numbers: (campaign: number): number => (isCapped && ofCaps.happens(0.7) ? SHARED : campaign),
    given: (campaign: Campaign): Campaign => ({
      ...campaign,
      orchestrator_metadata: {
        ...campaign.orchestrator_metadata,
        ...(isCapped && ofCaps.happens(0.3) && { dial_caps: drawCaps(ofCaps) }),
        ...(isRuled && drawRules(ofRules)),
      },
    }),
  };
}

/** Draws hours in zones of contacts, open in all of them or in none at once, and where consent stands. */
export function drawRules({ happens, pick }: Chance): Partial<CampaignMetadata> {
  const [start_time, end_time] = pick([
    ['08:00', '20:00'],
    ['05:00', '14:00'],
    ['08:00', '10:00'],
  ] as const);
  const slots = Array.from({ length: 7 }, (_, day_of_week) => ({ day_of_week, start_time, end_time }));
  return {
    schedule_config: {
      ...{ enabled: true, timezone: 'UTC', slots, use_contact_timezone: happens(0.8) },
      observe_holidays: happens(0.4),
    },
    ...(happens(0.5) && { consent: { column: 'consent', accepted_values: ['yes'], expiry_column: 'expires' } }),
  };
}

/** Draws how often a number may be dialled. */
const drawCaps = ({ happens, between }: Chance): DialCaps => ({
  ...NO_CAPS,
  ...(happens(0.7) && { max_dials_per_day: between(1, 2) }),
  ...(happens(0.3) && { max_dials_per_week: between(2, 4) }),
});

/** Half of what can go wrong goes wrong now and then. */
function drawMood({ happens, next }: Chance): Mood {
  const often = (most: number): number => (happens(0.5) ? next() * most : 0);
  return {
    throttle: often(0.4),
    account: often(0.1),
    badNumber: often(0.1),
    deaf: often(0.2),
    mute: often(0.3),
    drop: often(0.1),
    repeat: often(0.7),
    blind: often(0.5),
  };
}

const drawCampaign = (chance: Chance, each: number, orgId: string, now: Date): Campaign =>
  newCampaign({
    campaign_id: `campaign ${each}`,
    org_id: orgId,
    name: `Campaign ${each}`,
    agent_id: 'agent',
    source_type: 'csv',
    source_id: `source ${each}`,
    total_rows: chance.between(0, 14),
    rate_limit_per_second: chance.between(1, 4),
    retry_config: {
      ...DEFAULT_RETRY,
      max_retries: chance.between(0, 2),
      retry_delay_seconds: 30,
      retry_on_voicemail: chance.happens(0.5),
    },
    orchestrator_metadata: drawMetadata(chance),
    from_number: null,
    created_by: 'ada@example.com',
    now,
  });

function drawMetadata(chance: Chance): CampaignMetadata {
  const { between, happens } = chance;
  return {
    max_concurrency: between(1, 4),
    ...(happens(0.4) && { schedule_config: drawSchedule(chance) }),
    ...(happens(0.3) && {
      circuit_breaker: { enabled: true, failure_threshold: 0.5, window_seconds: 60, min_calls_in_window: 3 },
    }),
  };
}

/** Schedules close and open again while things go wrong: simulations begin on a Monday at nine. */
function drawSchedule({ pick }: Chance): ScheduleConfig {
  const first = { day_of_week: 0, start_time: '09:00', end_time: pick(['09:01', '09:02']) };
  const later = { day_of_week: 0, start_time: '09:03', end_time: '23:59' };
  return { enabled: true, timezone: 'UTC', slots: [first, later] };
}

/** Draws something for people to change while a campaign runs. */
export function drawChanges(chance: Chance): CampaignChanges {
  const { between, happens, pick } = chance;
  return pick<() => CampaignChanges>([
    () => ({ rate_limit_per_second: between(1, 4) }),
    () => ({ max_concurrency: between(1, 5) }),
    () => ({ retry_config: { max_retries: between(0, 2), retry_delay_seconds: pick([30, 45]) } }),
    () => ({ schedule_config: { ...drawSchedule(chance), enabled: happens(0.7) } }),
    () => ({ circuit_breaker: { enabled: happens(0.5) } }),
  ])();
}

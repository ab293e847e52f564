import { setImmediate as turn } from 'node:timers/promises';
import { VirtualClock } from '../../application/virtual-clock.ts';
import type { RehearsalPlan, RehearsedCampaign } from '../../application/ports/rehearsals.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import { failed } from '../../domain/errors.ts';
import { amountText } from '../../domain/costs/money.ts';
import { fillStores, openRehearsalStores, type RehearsalStores } from './rehearsal-stores.ts';
import { rehearsalWorld, type RehearsalSettings, type RehearsalWorld } from './rehearsal-world.ts';

/** How often the platform looks for work during calls, and how often without any. In ms. */
const [BUSY_TICK_MS, IDLE_TICK_MS] = [5_000, 30_000];
/** Longest rehearsal in virtual time, in ms. */
const LONGEST_MS = 60 * 86_400_000;
const WORDS_MAX = 20;

/** Runs a campaign from its start to its end in virtual time. */
export async function rehearse(plan: RehearsalPlan, settings: RehearsalSettings): Promise<RehearsedCampaign> {
  const stores = await openRehearsalStores();
  const clock = new VirtualClock(new Date(plan.start));
  const world = rehearsalWorld(plan, settings, clock, stores);
  try {
    await fillStores(stores, plan);
    await world.start();
    await loaded(stores, plan);
    const campaign = await runToEnd(world, clock, stores, plan);
    if (world.faults.length > 0) throw failed('The rehearsal met an error', { cause: world.faults[0] });
    return resultOf(campaign, world, settings);
  } finally {
    void world.stop();
    await stores.close();
  }
}

async function campaignOf({ campaigns }: RehearsalStores, { campaign }: RehearsalPlan) {
  const record = await campaigns.find(campaign.org_id, campaign.campaign_id);
  if (!record) throw failed('The rehearsed campaign is missing');
  return record;
}

/** Waits until the contacts are queued, which takes no virtual time. */
async function loaded(stores: RehearsalStores, plan: RehearsalPlan): Promise<void> {
  for (;;) {
    const { campaign, gate } = await campaignOf(stores, plan);
    if (gate.is_loaded || campaign.state !== 'running') return;
    await turn();
  }
}

async function runToEnd(
  world: RehearsalWorld,
  clock: VirtualClock,
  stores: RehearsalStores,
  plan: RehearsalPlan,
): Promise<Campaign> {
  let ticking: Promise<void> = Promise.resolve();
  const tick = (): void => {
    ticking = world.tick().catch((fault: unknown) => void world.faults.push(fault));
    clock.after(world.carrier.live > 0 ? BUSY_TICK_MS : IDLE_TICK_MS, tick);
  };
  tick();
  let left = 0;
  for (;;) {
    // Everything that needs no time is done first.
    await turn();
    if (world.carrier.live === 0 && clock.monotonic() >= left) {
      const { campaign } = await campaignOf(stores, plan);
      const isOver = campaign.state !== 'running' || world.faults.length > 0;
      if (isOver || clock.monotonic() > LONGEST_MS) {
        await ticking;
        return campaign;
      }
      left = clock.monotonic() + IDLE_TICK_MS;
    }
    clock.advance();
  }
}

function resultOf(
  campaign: Campaign,
  { carrier, amount }: RehearsalWorld,
  { prices }: RehearsalSettings,
): RehearsedCampaign {
  const { placed } = carrier;
  const { state, total_rows, processed_rows, refused_by = {}, orchestrator_metadata: metadata } = campaign;
  const isEnded = state === 'completed';
  const times = placed.map(({ at }) => at);
  const ends = placed.map(({ endsAt }) => endsAt);
  return {
    begins_at: times.length === 0 ? null : new Date(times[0]!).toISOString(),
    ends_at: isEnded && ends.length > 0 ? new Date(ends.reduce((a, b) => Math.max(a, b))).toISOString() : null,
    state,
    stopped_because: metadata.paused_reason ?? metadata.failed_reason ?? null,
    dials: placed.length,
    contacts_dialled: new Set(placed.map(({ to }) => to)).size,
    reached: placed.filter(({ outcome }) => outcome === 'answered').length,
    outcomes: counted(placed.map(({ outcome }) => outcome)),
    refused_by,
    unfinished: total_rows - processed_rows,
    talk_minutes: Math.round(placed.reduce((sum, { talkMs }) => sum + talkMs, 0) / 60_000),
    cost: { currency: prices.currency, amount: amountText(amount()) },
    callee_words: Object.entries(counted(placed.flatMap(({ says }) => says || [])))
      .map(([text, calls]) => ({ text, calls }))
      .toSorted((a, b) => b.calls - a.calls)
      .slice(0, WORDS_MAX),
  };
}

function counted(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return Object.fromEntries(counts);
}

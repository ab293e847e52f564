import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CallerIdPool } from '../../domain/campaigns/caller-id-pool.ts';
import { seeded, type Chance } from './chance.ts';
import type { SimulatedNumbers } from './numbers.ts';
import type { Process } from './process.ts';

type Ask = (what: (process: Process) => Promise<unknown>) => void;

/** How the numbers of pools change while campaigns run. */
export interface SimulatedPools {
  meddle(campaigns: readonly Campaign[], numbers: SimulatedNumbers, ask: Ask): void;
}

/** How often campaigns call from pools. */
const POOLED = 0.25;

/** What numbers of pools begin with: those of two contact lists' areas, and of none. */
const BEGINNINGS = ['+120000', '+120100', '+155501', '+155502'];

const numbersOf = (orgId: string): string[] =>
  BEGINNINGS.map((beginning) => `${beginning}${orgId.slice(1).padStart(5, '0')}`);

/** Draws numbers of an organisation, at least one. */
function drawNumbers(orgId: string, { pick, happens }: Chance): readonly string[] {
  const all = numbersOf(orgId);
  const first = pick(all);
  return all.filter((number) => number === first || happens(0.6));
}

/** Rests are short, so that they begin and end while things go wrong. */
const drawPool = (orgId: string, chance: Chance): CallerIdPool => ({
  numbers: drawNumbers(orgId, chance),
  local_presence: chance.happens(0.5),
  min_answer_rate: chance.happens(0.8) ? 0.6 : null,
  min_calls: chance.between(2, 4),
  rest_hours: chance.between(1, 3) / 60,
  min_interval_seconds: chance.pick([0, 0, 4]),
});

/** Draws pools by a chance of their own, so that seeds without any stay as they were. */
export function drawPools(seed: number): {
  readonly pools: SimulatedPools | null;
  given(campaign: Campaign): Campaign;
} {
  const chance = seeded(seed + 5_000_000);
  const isPooled = chance.happens(POOLED);
  return {
    pools: isPooled ? { meddle: meddling(chance) } : null,
    given: (campaign: Campaign): Campaign =>
      isPooled && chance.happens(0.8)
        ? {
            ...campaign,
            orchestrator_metadata: {
              ...campaign.orchestrator_metadata,
              caller_id_pool: drawPool(campaign.org_id, chance),
            },
          }
        : campaign,
  };
}

/** Has an organisation lose or get back a number, or a campaign call from others. */
const meddling =
  (chance: Chance) =>
  (campaigns: readonly Campaign[], numbers: SimulatedNumbers, ask: Ask): void => {
    const campaign = chance.pick(campaigns);
    const { caller_id_pool: pool } = campaign.orchestrator_metadata;
    if (chance.happens(0.04)) numbers.toggle(chance.pick(numbersOf(campaign.org_id)));
    if (!pool || !chance.happens(0.03)) return;
    const wanted = drawNumbers(campaign.org_id, chance);
    ask((process) => process.change(campaign, { caller_id_pool: { numbers: wanted } }));
  };

import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { prefixNumberPlan } from '../../adapters/number-plan/number-plan.ts';
import { isAnswered, PopulationCarrier, type PlacedCall } from '../../adapters/simulator/population-carrier.ts';
import { randomIds } from '../../adapters/system/ids.ts';
import type { VirtualClock } from '../../application/virtual-clock.ts';
import { systemZones } from '../../adapters/time-zones/system.ts';
import { campaignDialler } from '../../application/calls/campaign-dialler.ts';
import { claimCall } from '../../application/calls/claim-call.ts';
import { DialPacing } from '../../application/calls/dial-pacing.ts';
import { recordMetrics } from '../../application/calls/metrics.ts';
import { reconcileCalls } from '../../application/calls/reconcile-calls.ts';
import { updateCall } from '../../application/calls/update-call.ts';
import { CampaignEngine } from '../../application/campaigns/campaign-engine.ts';
import { moveCampaign } from '../../application/campaigns/move-campaign.ts';
import { callerSuppressor } from '../../application/campaigns/suppress-caller.ts';
import type { CostRecorder } from '../../application/ports/costs.ts';
import type { RehearsalPlan } from '../../application/ports/rehearsals.ts';
import { BOT_EMAIL, type Principal } from '../../domain/accounts/principal.ts';
import type { CallPatch } from '../../domain/calls/call-log.ts';
import type { CallMetricsBody } from '../../domain/calls/call-metrics.ts';
import { holidayName, type HolidayTable } from '../../domain/campaigns/holidays.ts';
import { minuteOfDay } from '../../domain/campaigns/schedule.ts';
import { callCost } from '../../domain/costs/call-cost.ts';
import { callUsage } from '../../domain/costs/call-estimate.ts';
import { sumOf, type Micros } from '../../domain/costs/money.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { contactList, rehearsalSurroundings } from './rehearsal-surroundings.ts';
import type { RehearsalStores } from './rehearsal-stores.ts';

/** What the installation has, besides the plan. */
export interface RehearsalSettings {
  readonly prices: PriceTable;
  readonly holidays: HolidayTable;
}

const OWNER = 'rehearsal';
/** A lease lasts this much longer than its call, in ms. */
const LEASE_MARGIN_MS = 60_000;
const UNMEASURED: CallMetricsBody = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};

/** The engine and the use cases of the platform over stores in memory, with callees from a population and a virtual clock. */
export type RehearsalWorld = ReturnType<typeof rehearsalWorld>;

export function rehearsalWorld(
  plan: RehearsalPlan,
  { prices, holidays }: RehearsalSettings,
  clock: VirtualClock,
  stores: RehearsalStores,
) {
  const amounts: Micros[] = [];
  const faults: unknown[] = [];
  const onFault = (fault: unknown): void => void faults.push(fault);
  const carrier = populationCarrier(plan, clock, (call, patch) => void report(call, patch).catch(onFault));
  const ports = {
    ...stores,
    ...rehearsalSurroundings(plan, onFault),
    ...{ clock, timeZones: systemZones(), numberPlan: prefixNumberPlan(), csvParser: csvParser(), ids: randomIds() },
    organisationCarriers: { of: async () => carrier as never, find: async () => carrier as never },
    objects: contactList(plan),
    holidays: { nameOf: (countries: readonly string[], day: string) => holidayName(holidays, countries, day) },
    costs: summing(prices, clock, amounts),
  };
  const dialPacing = new DialPacing({ clock, accountDials: stores.accountDials });
  const engine = new CampaignEngine({ ...ports, dialler: campaignDialler({ ...ports, dialPacing }) });
  const shared = {
    ...ports,
    ...{ callOutcomeListener: engine, campaignEngine: engine },
    callerSuppressor: callerSuppressor(ports),
  };
  const report = reporting(shared, plan);
  const { org_id, campaign_id, created_by } = plan.campaign;
  const reconcile = reconcileCalls(shared);
  return {
    carrier,
    faults,
    amount: () => sumOf(amounts),
    start: () => moveCampaign(shared)({ email: created_by, org_id, role: 'admin' }, campaign_id, 'start'),
    /** What the platform does at intervals. */
    async tick(): Promise<void> {
      await engine.tick();
      await reconcile();
    },
    stop: () => engine.stop(),
  };
}

function populationCarrier(
  { contacts, population, agents: [agent], spacingMs }: RehearsalPlan,
  clock: VirtualClock,
  report: (call: PlacedCall, patch: CallPatch) => void,
): PopulationCarrier {
  const { offsetAt } = systemZones();
  const { placeOf } = prefixNumberPlan();
  const places = new Map(contacts.map(({ phone_number }, place) => [phone_number, place]));
  const world = {
    ...{ clock, population, report },
    contactOf: (number: string) => places.get(number) ?? 0,
    minuteAt: (number: string, at: Date) => minuteOfDay(placeOf(number).zones[0] ?? 'UTC', at, offsetAt),
  };
  return new PopulationCarrier(world, { provider: agent.provider, spacingMs });
}

/** Adds up what calls cost by the price table. */
const summing = (table: PriceTable, clock: VirtualClock, amounts: Micros[]): CostRecorder => ({
  async record(call, part, usage) {
    const { lines } = callCost(call, part, usage, { table, now: clock.now() });
    amounts.push(sumOf(lines.map(({ amount }) => amount ?? 0)));
  },
});

type ReportPorts = Parameters<typeof updateCall>[0] &
  Parameters<typeof claimCall>[0] &
  Parameters<typeof recordMetrics>[0];

/** Reports what the carrier and the runtime of a call would. */
function reporting(ports: ReportPorts, { campaign: { org_id }, agents }: RehearsalPlan) {
  const bot: Principal = { email: BOT_EMAIL, org_id, role: 'admin' };
  return async (call: PlacedCall, patch: CallPatch): Promise<void> => {
    const { callId, endsAt, talkMs } = call;
    if (patch.status === 'in_progress') {
      await claimCall(ports)(bot, callId, OWNER);
      const until = new Date(endsAt + LEASE_MARGIN_MS).toISOString();
      await ports.leases.claimOrRenew(
        { org_id, call_id: callId, owner: OWNER, until },
        ports.clock.now().toISOString(),
      );
      return;
    }
    await updateCall(ports)(bot, callId, patch);
    if (!isAnswered(call)) return;
    const log = await ports.calls.find(org_id, callId);
    const { usage } = agents.find(({ agent_id }) => agent_id === log?.agent_id) ?? agents[0];
    const used = callUsage(usage, Math.ceil(talkMs / 1_000));
    await recordMetrics(ports)(bot, callId, { ...UNMEASURED, vendor_usage: used });
  };
}

import { assignCallerIds, callerIdCapacity } from '../../domain/campaigns/caller-id-choice.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { dialThrough, openBreakerOf } from '../../domain/campaigns/campaign-breaker.ts';
import { afterDialling, dialAllowance, waitForDial } from '../../domain/campaigns/pacing.ts';
import { followsContacts } from '../../domain/campaigns/contact-hours.ts';
import { isOpen, untilNextMinute } from '../../domain/campaigns/schedule.ts';
import type { Dialler, DialRoute } from '../ports/dialler.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { waitForBreaker } from './breaker-probe.ts';
import { claimDials } from '../count-dials.ts';
import { mayBeDialled } from './contact-rules.ts';
import { defer, deferralsBy, dialableRuns, dialOf, type DialableRuns } from './check-before-dial.ts';
import type { DialPacer } from './dial-pacer.ts';
import type { DialPermit, PlaceCallPorts, ReservedRun } from './dial-permit.ts';
import { nextRoute, type RoutedRuns } from './next-route.ts';
import { callbacksMade } from './person-faults.ts';

export interface AdmissionPorts extends PlaceCallPorts {
  readonly dialler: Dialler;
}

/** The engine and its limits in one admission. */
export interface DialContext {
  readonly owner: string;
  /** Fencing token: a campaign with another epoch belongs to another engine. */
  readonly epoch: number;
  readonly pacer: DialPacer;
  /** Maximum runs to admit. */
  readonly quota: number;
  /** Slots of the organisation to leave free for other campaigns. */
  readonly spare: number;
  /** When the wait before this round ended, in monotonic ms; Infinity without one. */
  readonly waitEndedAt: number;
}

export type RunAdmission =
  /** These runs may be dialled now. */
  | { readonly kind: 'admitted'; readonly permit: DialPermit; readonly runs: readonly ReservedRun[] }
  | Wait
  /** The organisation has no free slot for any campaign. */
  | { readonly kind: 'full' };

/** Nothing to dial for `ms` milliseconds; Infinity: until an event. `isEarly`: only the dial rate prevents it. */
interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  readonly isEarly: boolean;
}

const wait = (ms: number, isEarly = false): Wait => ({ kind: 'wait', ms, isEarly });

/** Wait for an event. */
export const NEVER: Wait = wait(Infinity);

/**
 * Decides whether a campaign may dial now, and how many runs. Checks that only read come first; the permit is one
 * conditional write that verifies state, pace and owner.
 */
export async function admitRuns(
  ports: AdmissionPorts,
  record: CampaignRecord,
  context: DialContext,
): Promise<RunAdmission> {
  const { clock } = ports;
  const capacity = await capacityFor(ports, record, context.pacer);
  if (typeof capacity !== 'number') return capacity;
  const dialable = await dialableRuns(ports, record, Math.min(capacity, context.quota));
  const { runs: due, next } = dialable;
  if (due.length === 0) return wait(next === null ? Infinity : Math.max(1, Date.parse(next) - clock.now().getTime()));
  const routed = await nextRoute(ports, record, due, context.pacer);
  if (typeof routed === 'number') return wait(routed, true);
  const { route } = routed;
  const callerIds = callerIdsFor(ports, record, route);
  if (typeof callerIds !== 'number') return callerIds;
  const reserved = await reserve(ports, routed, callerIds, context.spare);
  if (reserved.length === 0) return { kind: 'full' };
  try {
    const permit = await takePermit(ports, record, context, route, reserved);
    if (permit)
      return await countedRuns(ports, { ...permit.permit, ...checkedAt(dialable) }, permit.runs, dialable.caps);
  } catch (error) {
    // None of them is dialled.
    await releaseAll(route, reserved);
    throw error;
  }
  await releaseAll(route, reserved);
  return NEVER;
}

/** Counts the dials of their numbers. Those that a cap no longer allows, because of other campaigns or calls, wait. */
async function countedRuns(
  ports: AdmissionPorts,
  permit: DialPermit,
  reserved: readonly ReservedRun[],
  caps: DialCaps,
): Promise<RunAdmission> {
  const { org_id } = permit.record.campaign;
  const due = reserved.map(({ run }) => run);
  const capped = await claimDials(ports, org_id, caps, due.map(dialOf));
  const isCapped = ({ run }: ReservedRun): boolean => capped.has(run.queued_run_id);
  await releaseAll(permit.route, reserved.filter(isCapped));
  await defer(ports, deferralsBy(due, capped, ports.clock.now()));
  return { kind: 'admitted', permit, runs: reserved.filter((each) => !isCapped(each)) };
}

/** Releases the slots of runs that are not dialled now. That of an earlier attempt may be relied on, and expires. */
async function releaseAll(route: DialRoute, reserved: readonly ReservedRun[]): Promise<void> {
  for (const { run, callId } of reserved) if (run.call_id === null) await route.release(callId);
}

/** The permit is as old as the check of the numbers. */
const checkedAt = ({ at, monotonic }: DialableRuns): Pick<DialPermit, 'at' | 'monotonic'> => ({ at, monotonic });

const isOurs = ({ campaign, gate }: CampaignRecord, { epoch }: DialContext): boolean =>
  campaign.state === 'running' && gate.epoch === epoch;

/** How many dials the numbers of the campaign's pool allow now, or how long to wait. */
function callerIdsFor({ clock }: AdmissionPorts, { campaign, gate }: CampaignRecord, route: DialRoute): number | Wait {
  const pool = campaign.orchestrator_metadata.caller_id_pool;
  if (!pool) return Infinity;
  const capacity = callerIdCapacity(pool, gate.caller_ids ?? {}, route.ownNumbers, clock.now());
  return 'waitMs' in capacity ? wait(capacity.waitMs) : capacity.dials;
}

/** Runs that may be dialled apart from the organisation's concurrency limit, or how long to wait. */
async function capacityFor(ports: AdmissionPorts, record: CampaignRecord, pacer: DialPacer): Promise<number | Wait> {
  const { runs, clock, timeZones } = ports;
  const { campaign, gate } = record;
  const now = clock.now();
  const rate = campaign.rate_limit_per_second;
  const { max_concurrency, schedule_config } = campaign.orchestrator_metadata;
  if (!followsContacts(schedule_config) && !isOpen(schedule_config, now, timeZones.offsetAt))
    return wait(untilNextMinute(now));
  const suspendedMs = pacer.waitToDecide(clock.monotonic());
  if (suspendedMs > 0) return wait(suspendedMs);
  const breaker = openBreakerOf(campaign);
  const breakerMs = await waitForBreaker(ports, record, breaker, now);
  if (breakerMs > 0) return wait(breakerMs);
  const free = max_concurrency - (await runs.countActive(campaign.campaign_id));
  if (free <= 0) return NEVER;
  const earlyMs = waitForDial(gate.recent_dials, rate, now.getTime());
  if (earlyMs > 0) return wait(earlyMs, true);
  return Math.min(free, breaker ? 1 : Infinity, dialAllowance(gate.recent_dials, rate, now.getTime()));
}

/** Reserves slots for these runs, as far as there are free ones. A requeued run keeps its call. */
async function reserve(
  { ids }: AdmissionPorts,
  { route, runs, agentId }: RoutedRuns,
  most: number,
  spare: number,
): Promise<ReservedRun[]> {
  const wanted = runs
    .slice(0, Math.min(most, route.dialsAtOnce))
    .map((run) => ({ run, callId: run.call_id ?? ids.next(), ...(agentId !== undefined && { agentId }) }));
  const calls = wanted.map(({ run, callId }) => ({ call_id: callId, isRetry: run.call_id !== null }));
  const reserved = await route.reserve(calls, spare);
  return wanted.filter(({ callId }) => reserved.has(callId));
}

const concurrencyOf = ({ orchestrator_metadata }: Campaign): number => orchestrator_metadata.max_concurrency;

/** A permit, and the runs it is for. */
interface PermitForRuns {
  readonly permit: DialPermit;
  readonly runs: readonly ReservedRun[];
}

/** Chooses the number of the pool that each run is dialled from. Null: too few may be used now. */
function withNumbers(
  { campaign, gate }: CampaignRecord,
  { ownNumbers }: DialRoute,
  reserved: readonly ReservedRun[],
  now: Date,
): { readonly runs: readonly ReservedRun[]; readonly gate: Pick<CampaignRecord['gate'], 'caller_ids'> } | null {
  const pool = campaign.orchestrator_metadata.caller_id_pool;
  if (!pool) return { runs: reserved.map((each) => ({ ...each, from: null })), gate: {} };
  const contacts = reserved.map(({ run }) => run);
  const assigned = assignCallerIds(pool, gate.caller_ids ?? {}, ownNumbers, contacts, now);
  if (!assigned) return null;
  return {
    runs: reserved.map((each, index) => ({ ...each, from: assigned.numbers[index]! })),
    gate: { caller_ids: assigned.callerIds },
  };
}

/** Whether a campaign that was read again may dial these runs: its pace, its rules, and none of them is counted. */
function mayDialAll(
  ports: AdmissionPorts,
  first: CampaignRecord,
  { campaign, gate }: CampaignRecord,
  reserved: readonly ReservedRun[],
  at: Date,
): boolean {
  const isPaced = dialAllowance(gate.recent_dials, campaign.rate_limit_per_second, at.getTime()) >= reserved.length;
  const counted = new Set(gate.settling.map(({ queued_run_id }) => queued_run_id));
  // Active runs were counted against this limit.
  const isWithinConcurrency = concurrencyOf(campaign) >= concurrencyOf(first.campaign);
  // A callback that was agreed in between may take the place of one of them.
  const isUnchanged = callbacksMade({ gate }) === callbacksMade(first);
  return (
    isPaced &&
    isUnchanged &&
    isWithinConcurrency &&
    reserved.every(({ run }) => !counted.has(run.queued_run_id) && mayBeDialled(ports, campaign, run, at))
  );
}

const takePermit = (
  ports: AdmissionPorts,
  first: CampaignRecord,
  context: DialContext,
  route: DialRoute,
  reserved: readonly ReservedRun[],
): Promise<PermitForRuns | null> =>
  retryOnConflict<PermitForRuns | null>(
    () => null,
    async (attempt) => {
      const { campaigns, clock } = ports;
      const seen = attempt === 0 ? first : await campaigns.find(first.campaign.org_id, first.campaign.campaign_id);
      if (!seen) return null;
      const { owner, pacer, waitEndedAt } = context;
      const [at, monotonic] = [clock.now(), clock.monotonic()];
      const runIds = reserved.map(({ run }) => run.queued_run_id);
      const changes = dialThrough(seen.campaign, first.campaign, runIds, at);
      const numbered = withNumbers(seen, route, reserved, at);
      if (changes === null || numbered === null || !isOurs(seen, context)) return null;
      if (!mayDialAll(ports, first, seen, reserved, at)) return null;
      const dials = afterDialling(seen.gate.recent_dials, reserved.length, at.getTime());
      const paced = { recent_dials: dials, ...numbered.gate };
      const record = await campaigns.change(seen, { campaign: changes, gate: paced });
      if (!record) return 'again';
      route.dialDecided();
      const since = Math.min(monotonic, waitEndedAt);
      return { permit: { record, route, owner, pacer, at, monotonic, since }, runs: numbered.runs };
    },
  );

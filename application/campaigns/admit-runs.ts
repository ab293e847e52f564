import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { afterDialling, dialAllowance, waitForDial } from '../../domain/campaigns/pacing.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { isOpen, untilNextMinute } from '../../domain/campaigns/schedule.ts';
import type { Dialler, Line } from '../ports/dialler.ts';
import type { Pace } from './pace.ts';
import type { Permit, PlacingPorts, Reserved } from './place-call.ts';

export interface AdmissionPorts extends PlacingPorts {
  readonly dialler: Dialler;
}

/** Who dials for a campaign. */
export interface Dialling {
  readonly owner: string;
  /** A campaign with another epoch is another engine's by now. */
  readonly epoch: number;
  readonly pace: Pace;
  /** No more runs than these at once. */
  readonly quota: number;
  /** So many of the organisation's slots are left to campaigns whose turn it is. */
  readonly spare: number;
  /** When a wait was over that kept it from dialling, on the monotonic clock; Infinity: there was none. */
  readonly waitedUntil: number;
}

export type Admission =
  /** These runs may be dialled, at once. */
  | { readonly kind: 'admitted'; readonly permit: Permit; readonly runs: readonly Reserved[] }
  | Wait
  /** The organisation has no slot left, whichever campaign asks. */
  | { readonly kind: 'full' };

/** Nothing for so many milliseconds; Infinity: until something happens. `isEarly`: the last dial is only too recent. */
interface Wait {
  readonly kind: 'wait';
  readonly ms: number;
  readonly isEarly: boolean;
}

const wait = (ms: number, isEarly = false): Wait => ({ kind: 'wait', ms, isEarly });

/** Until something happens. */
export const NEVER: Wait = wait(Infinity);

/**
 * Decides whether a campaign may dial now, and how many runs. What only looking can tell is looked at first; the permit
 * is one conditional change of the campaign that sees its state, its pace and whose it is.
 */
export async function admitRuns(ports: AdmissionPorts, gated: CampaignRecord, dialling: Dialling): Promise<Admission> {
  const { runs, clock } = ports;
  const { campaign_id } = gated.campaign;
  const room = await roomFor(ports, gated, dialling.pace);
  if (typeof room !== 'number') return room;
  const { runs: due, next } = await runs.due(campaign_id, clock.now().toISOString(), Math.min(room, dialling.quota));
  if (due.length === 0) return wait(next === null ? Infinity : Math.max(1, Date.parse(next) - clock.now().getTime()));
  const line = await dialling.pace.line(() => openLine(ports.dialler, gated.campaign), clock.monotonic());
  const earlyMs = await line.untilDial();
  if (earlyMs > 0) return wait(earlyMs, true);
  const reserved = await reserve(ports, line, due.slice(0, line.dialsAtOnce), dialling.spare);
  if (reserved.length === 0) return { kind: 'full' };
  const permit = await takePermit(ports, gated, dialling, line, reserved.length);
  if (permit) return { kind: 'admitted', permit, runs: reserved };
  for (const { run, callId } of reserved) if (run.call_id === null) await line.release(callId);
  return NEVER;
}

const isOurs = ({ campaign, gate }: CampaignRecord, { epoch }: Dialling): boolean =>
  campaign.state === 'running' && gate.epoch === epoch;

const openLine = (dialler: Dialler, { org_id, agent_id, from_number }: Campaign): Promise<Line> =>
  dialler.open(org_id, agent_id, from_number);

/** How many may be dialled by everything but the organisation's limit, or how long to wait. */
async function roomFor(
  { runs, clock, timeZones }: AdmissionPorts,
  { campaign, gate }: CampaignRecord,
  pace: Pace,
): Promise<number | Wait> {
  const now = clock.now();
  const rate = campaign.rate_limit_per_second;
  const { max_concurrency, schedule_config } = campaign.orchestrator_metadata;
  if (!isOpen(schedule_config, now, timeZones.offsetAt)) return wait(untilNextMinute(now));
  const heldMs = pace.waitToDecide(clock.monotonic());
  if (heldMs > 0) return wait(heldMs);
  const free = max_concurrency - (await runs.countOut(campaign.campaign_id));
  if (free <= 0) return NEVER;
  const earlyMs = waitForDial(gate.recent_dials, rate, now.getTime());
  if (earlyMs > 0) return wait(earlyMs, true);
  return Math.min(free, dialAllowance(gate.recent_dials, rate, now.getTime()));
}

/** A slot for as many of these runs as there are free ones. A run that was put back keeps its call. */
async function reserve(
  { ids }: AdmissionPorts,
  line: Line,
  due: readonly QueuedRun[],
  spare: number,
): Promise<Reserved[]> {
  const wanted = due.map((run) => ({ run, callId: run.call_id ?? ids.next() }));
  const calls = wanted.map(({ run, callId }) => ({ call_id: callId, isAgain: run.call_id !== null }));
  const taken = await line.reserve(calls, spare);
  return wanted.filter(({ callId }) => taken.has(callId));
}

const concurrencyOf = ({ orchestrator_metadata }: Campaign): number => orchestrator_metadata.max_concurrency;

/** More often than others change a campaign between two looks. */
const ATTEMPTS = 20;

async function takePermit(
  { campaigns, clock, timeZones }: AdmissionPorts,
  first: CampaignRecord,
  dialling: Dialling,
  line: Line,
  count: number,
): Promise<Permit | null> {
  let seen: CampaignRecord | null = first;
  for (let attempt = 0; attempt < ATTEMPTS && seen; attempt += 1) {
    const { campaign, gate } = seen;
    const { owner, pace, waitedUntil } = dialling;
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const isPaced = dialAllowance(gate.recent_dials, campaign.rate_limit_per_second, at.getTime()) >= count;
    const { schedule_config } = campaign.orchestrator_metadata;
    // What is under way was counted against this many.
    const isRoomy = concurrencyOf(campaign) >= concurrencyOf(first.campaign);
    if (!isOurs(seen, dialling) || !isPaced || !isRoomy || !isOpen(schedule_config, at, timeZones.offsetAt))
      return null;
    const dials = afterDialling(gate.recent_dials, count, at.getTime());
    const gated = await campaigns.change(seen, { gate: { recent_dials: dials } });
    if (gated) line.decided();
    if (gated) return { gated, line, owner, pace, at, monotonic, since: Math.min(monotonic, waitedUntil) };
    seen = await campaigns.find(campaign.org_id, campaign.campaign_id);
  }
  return null;
}

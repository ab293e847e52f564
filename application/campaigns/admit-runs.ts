import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { GatedCampaign } from '../../domain/campaigns/gate.ts';
import { afterDialling, mayDial, waitForDial } from '../../domain/campaigns/pacing.ts';
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
}

export type Admission =
  /** These runs may be dialled, at once. */
  | { readonly kind: 'admitted'; readonly permit: Permit; readonly runs: readonly Reserved[] }
  /** Nothing for so many milliseconds; Infinity: until something happens. */
  | { readonly kind: 'wait'; readonly ms: number }
  /** The organisation has no slot left, whichever campaign asks. */
  | { readonly kind: 'full' };

const never: Admission = { kind: 'wait', ms: Infinity };

/**
 * Decides whether a campaign may dial now, and how many of at most `quota` runs. What only looking can tell is looked at
 * first; the permit is one conditional change of the campaign that sees its state, its pace and whose it is.
 */
export async function admitRuns(
  ports: AdmissionPorts,
  { campaign: { org_id, campaign_id } }: GatedCampaign,
  dialling: Dialling,
  quota: number,
): Promise<Admission> {
  const { campaigns, runs, clock } = ports;
  const gated = await campaigns.find(org_id, campaign_id);
  if (!gated || !isOurs(gated, dialling)) return never;
  const room = await roomFor(ports, gated, dialling.pace);
  if (room.count === 0) return { kind: 'wait', ms: room.waitMs };
  const due = await runs.due(campaign_id, clock.now().toISOString(), Math.min(room.count, quota));
  if (due.length === 0) return { kind: 'wait', ms: await untilDue(ports, campaign_id) };
  const line = await dialling.pace.line(() => openLine(ports.dialler, gated.campaign), clock.monotonic());
  const reserved = await reserve(ports, line, due);
  if (reserved.length === 0) return { kind: 'full' };
  const permit = await takePermit(ports, gated, dialling, line, reserved.length);
  if (permit) return { kind: 'admitted', permit, runs: reserved };
  for (const { run, callId } of reserved) if (run.call_id === null) await line.release(callId);
  return never;
}

const isOurs = ({ campaign, gate }: GatedCampaign, { epoch }: Dialling): boolean =>
  campaign.state === 'running' && gate.epoch === epoch;

const openLine = (dialler: Dialler, { org_id, agent_id, from_number }: Campaign): Promise<Line> =>
  dialler.open(org_id, agent_id, from_number);

/** How many may be dialled by everything but the organisation's ceiling, or how long to wait. */
async function roomFor(
  { runs, clock, timeZones }: AdmissionPorts,
  { campaign, gate }: GatedCampaign,
  pace: Pace,
): Promise<{ readonly count: number; readonly waitMs: number }> {
  const now = clock.now();
  const { max_concurrency, schedule_config } = campaign.orchestrator_metadata;
  if (!isOpen(schedule_config, now, timeZones.offsetAt)) return { count: 0, waitMs: untilNextMinute(now) };
  const waitMs = Math.max(
    pace.waitToDecide(clock.monotonic()),
    waitForDial(gate.recent_dials, campaign.rate_limit_per_second, now.getTime()),
  );
  if (waitMs > 0) return { count: 0, waitMs };
  const free = max_concurrency - (await runs.countOut(campaign.campaign_id));
  const allowed = mayDial(gate.recent_dials, campaign.rate_limit_per_second, now.getTime());
  return { count: Math.max(0, Math.min(free, allowed)), waitMs: Infinity };
}

async function untilDue({ runs, clock }: AdmissionPorts, campaignId: string): Promise<number> {
  const next = await runs.nextDue(campaignId);
  return next === null ? Infinity : Math.max(1, Date.parse(next) - clock.now().getTime());
}

/** A slot for as many of these runs as there are free ones. A run that was put back keeps its call. */
async function reserve({ ids }: AdmissionPorts, line: Line, due: readonly QueuedRun[]): Promise<Reserved[]> {
  const reserved: Reserved[] = [];
  for (const run of due) {
    const callId = run.call_id ?? ids.next();
    if (!(await line.reserve(callId, run.call_id !== null))) break;
    reserved.push({ run, callId });
  }
  return reserved;
}

/** More often than others change a campaign between two looks. */
const ATTEMPTS = 20;

async function takePermit(
  { campaigns, clock, timeZones }: AdmissionPorts,
  first: GatedCampaign,
  dialling: Dialling,
  line: Line,
  count: number,
): Promise<Permit | null> {
  let seen: GatedCampaign | null = first;
  for (let attempt = 0; attempt < ATTEMPTS && seen; attempt += 1) {
    const { campaign, gate } = seen;
    const { owner, pace } = dialling;
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const isPaced = mayDial(gate.recent_dials, campaign.rate_limit_per_second, at.getTime()) >= count;
    const { schedule_config } = campaign.orchestrator_metadata;
    if (!isOurs(seen, dialling) || !isPaced || !isOpen(schedule_config, at, timeZones.offsetAt)) return null;
    const dials = afterDialling(gate.recent_dials, count, at.getTime());
    const gated = await campaigns.change(seen, { gate: { recent_dials: dials } });
    if (gated) return { gated, line, owner, pace, at, monotonic };
    seen = await campaigns.find(campaign.org_id, campaign.campaign_id);
  }
  return null;
}

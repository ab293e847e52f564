import { sampled } from '../../domain/campaigns/accounting.ts';
import type { Campaign } from '../../domain/campaigns/campaign.ts';
import type { GatedCampaign } from '../../domain/campaigns/gate.ts';
import { outcomeOf } from '../../domain/campaigns/outcome.ts';
import { dialing, inCall, putBack, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { verdictOn } from '../../domain/campaigns/refusal.ts';
import { isOpen } from '../../domain/campaigns/schedule.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { Line } from '../ports/dialler.ts';
import type { Log } from '../ports/log.ts';
import type { TimeZones } from '../ports/time-zones.ts';
import { changeCampaign } from './change-campaign.ts';
import { changeRun } from './change-run.ts';
import type { Pace } from './pace.ts';
import type { Settler, SettlerPorts } from './settler.ts';

/** From the permit to the request to the carrier; what takes longer is not sent any more. In milliseconds. */
export const SEND_WITHIN_MS = 1_000;

export interface PlacingPorts extends SettlerPorts {
  readonly calls: CallRepository;
  readonly timeZones: TimeZones;
  readonly settler: Settler;
  readonly log: Log;
}

/** The right to dial one run, until it is too old. */
export interface Permit {
  /** The campaign as it was when it was given. */
  readonly gated: GatedCampaign;
  readonly line: Line;
  readonly owner: string;
  readonly pace: Pace;
  readonly at: Date;
  readonly monotonic: number;
}

/** A run with a slot for its call. */
export interface Reserved {
  readonly run: QueuedRun;
  readonly callId: string;
}

/** Resolves when no dial that was permitted before can be sent any more. */
export function untilQuiet(clock: Clock, { gate: { recent_dials } }: GatedCampaign): Promise<void> {
  const age = clock.now().getTime() - (recent_dials.at(-1) ?? -Infinity);
  if (age >= SEND_WITHIN_MS) return Promise.resolve();
  return new Promise((resolve) => void clock.after(SEND_WITHIN_MS - Math.max(0, age), resolve));
}

/**
 * Writes down that a run is being dialled, before anything else is done about it: from here on it counts as under way.
 * Null: somebody else has it, or it is gone.
 */
export async function intend(
  { runs, clock }: Pick<PlacingPorts, 'runs' | 'clock'>,
  { line, owner }: Permit,
  { run, callId }: Reserved,
): Promise<QueuedRun | null> {
  const out = await runs.change(run, dialing(callId, owner, clock.now()));
  // A slot that somebody else may count on runs out by itself.
  if (!out && run.call_id === null) await line.release(callId);
  return out;
}

/**
 * Dials a run once, after it was written down: the call gets its log, then the carrier is asked. Whatever happens in
 * between, the run says how far it got; what is not certain stays `dialing`.
 */
export async function placeCall(ports: PlacingPorts, permit: Permit, out: QueuedRun, callId: string): Promise<void> {
  const { runs, clock, settler } = ports;
  const { line } = permit;
  const log = await line.register(planned(out, callId));
  const before = outcomeOf(log);
  if (before !== null) return settler.settle(out, before);
  if (!(await maySend(ports, permit))) return takeBack(ports, line, out, callId, 0);
  permit.pace.sent(clock.monotonic());
  try {
    await line.dial(planned(out, callId));
  } catch (error) {
    return afterFailure(ports, permit, out, callId, error);
  }
  await changeRun(runs, out.queued_run_id, ({ state }) => (state === 'dialing' ? inCall(clock.now()) : null));
}

const planned = ({ campaign_id, queued_run_id, phone_number, context_variables }: QueuedRun, call_id: string) => ({
  call_id,
  campaign_id,
  queued_run_id,
  to_number: phone_number,
  custom_variables: context_variables,
});

/** Whether the dial may still go out: soon enough, within the schedule, and with the pace really kept. */
async function maySend({ clock, timeZones }: PlacingPorts, permit: Permit): Promise<boolean> {
  const { campaign } = permit.gated;
  for (;;) {
    const now = clock.now();
    const ages = [clock.monotonic() - permit.monotonic, now.getTime() - permit.at.getTime()];
    const waitMs = permit.pace.waitToSend(campaign.rate_limit_per_second, clock.monotonic());
    if (ages.some((age) => age < 0 || age + waitMs >= SEND_WITHIN_MS)) return false;
    if (waitMs === 0) return isOpen(scheduleOf(campaign), now, timeZones.offsetAt);
    await new Promise<void>((resolve) => void clock.after(waitMs, resolve));
  }
}

const scheduleOf = ({ orchestrator_metadata }: Campaign) => orchestrator_metadata.schedule_config;

/** Puts back a run that certainly was not dialled. */
async function takeBack(
  { runs, clock }: PlacingPorts,
  line: Line,
  { queued_run_id }: QueuedRun,
  callId: string,
  waitMs: number,
): Promise<void> {
  await changeRun(runs, queued_run_id, ({ state }) => (state === 'dialing' ? putBack(waitMs, clock.now()) : null));
  await line.release(callId);
}

async function afterFailure(
  ports: PlacingPorts,
  permit: Permit,
  run: QueuedRun,
  callId: string,
  error: unknown,
): Promise<void> {
  const { settler, clock, log } = ports;
  const about = { org_id: run.org_id, campaign_id: run.campaign_id, call_id: callId };
  if (!(error instanceof CarrierFailure && error.isDefinite)) {
    // Nobody knows. The call's lease runs out, and whoever settles it asks the carrier.
    return log.warn('campaign.dial_unanswered', { ...about, reason: String(error) });
  }
  const verdict = verdictOn(error);
  log.warn('campaign.dial_refused', { ...about, status: error.status, verdict: verdict.kind });
  if (verdict.kind === 'final') {
    await settler.settle(run, verdict.outcome);
    return permit.line.refuse(callId, error);
  }
  permit.pace.hold(verdict.waitMs, clock.monotonic());
  await takeBack(ports, permit.line, run, callId, verdict.waitMs);
  if (verdict.isFailure) await noteFailure(ports, permit.gated);
}

/** Lets the breaker know of a carrier that refuses everybody. */
const noteFailure = ({ campaigns, clock }: PlacingPorts, gated: GatedCampaign): Promise<unknown> =>
  changeCampaign(campaigns, gated, (seen) => {
    const { breaker, pause } = sampled(seen, ['failure'], clock.now());
    return { campaign: pause, gate: { breaker } };
  });

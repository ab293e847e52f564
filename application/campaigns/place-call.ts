import { applySamples } from '../../domain/campaigns/outcome-accounting.ts';
import { selfPause, type Campaign } from '../../domain/campaigns/campaign.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { runOutcomeOf } from '../../domain/campaigns/run-outcome.ts';
import { toDialing, toInCall, toRequeued, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { classifyRefusal } from '../../domain/campaigns/dial-refusal.ts';
import { isOpen } from '../../domain/campaigns/schedule.ts';
import { CarrierFailure } from '../../domain/telephony/carrier-failure.ts';
import type { CallRepository } from '../ports/calls.ts';
import type { Clock } from '../ports/clock.ts';
import type { DialRoute, PlannedCall } from '../ports/dialler.ts';
import type { Log } from '../ports/log.ts';
import type { TimeZones } from '../ports/time-zones.ts';
import { changeCampaign } from './change-campaign.ts';
import { changeRun } from './change-run.ts';
import type { DialPacer } from './dial-pacer.ts';
import type { OutcomeRecorder, OutcomePorts } from './outcome-recorder.ts';

/** From the permit to the request to the carrier; what takes longer is not sent any more. In milliseconds. */
export const DIAL_PERMIT_TTL_MS = 1_000;

/** How long an account's place may be used; after that another one is taken. In milliseconds. */
const SCHEDULED_DIAL_TTL_MS = 100;

export interface PlaceCallPorts extends OutcomePorts {
  readonly calls: CallRepository;
  readonly timeZones: TimeZones;
  readonly outcomeRecorder: OutcomeRecorder;
  /** Writes down that the carrier took a run. */
  readonly reportAccepted: (out: QueuedRun) => Promise<void>;
  readonly log: Log;
}

/** The right to dial one run, until it is too old. */
export interface DialPermit {
  /** The campaign as it was when it was given. */
  readonly record: CampaignRecord;
  readonly route: DialRoute;
  readonly owner: string;
  readonly pacer: DialPacer;
  readonly at: Date;
  readonly monotonic: number;
  /** Since when it might have been given, on the monotonic clock. */
  readonly since: number;
}

/** A run with a slot for its call. */
export interface ReservedRun {
  readonly run: QueuedRun;
  readonly callId: string;
}

/** A run that is being dialled, with a log of its call. */
export interface DialAttempt extends ReservedRun {
  /** The call has a log from an earlier attempt, perhaps. */
  readonly isRetry: boolean;
}

/** Resolves when no dial that was permitted before can be sent any more. */
export function waitForInFlightDials(clock: Clock, { gate: { recent_dials } }: CampaignRecord): Promise<void> {
  const age = clock.now().getTime() - (recent_dials.at(-1) ?? -Infinity);
  if (age >= DIAL_PERMIT_TTL_MS) return Promise.resolve();
  return new Promise((resolve) => void clock.after(DIAL_PERMIT_TTL_MS - Math.max(0, age), resolve));
}

/**
 * Writes down which runs are being dialled, before anything else is done about them: from here on they count as under
 * way. Then their calls get their logs. Answers those that are ours to dial: not what somebody else has, or is gone.
 */
export async function recordDialIntent(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  { route, owner }: DialPermit,
  reserved: readonly ReservedRun[],
): Promise<DialAttempt[]> {
  const now = clock.now();
  const wanted = reserved.map(({ run, callId }) => ({ seen: run, changes: toDialing(callId, owner, now) }));
  const isWhole = (await runs.changeAll(wanted)) === wanted.length;
  const after = isWhole ? null : await runs.findMany(reserved.map(({ run }) => run.queued_run_id));
  const out = reserved.flatMap(({ run, callId }): DialAttempt[] => {
    const intended = { ...run, ...toDialing(callId, owner, now), epoch: run.epoch + 1 };
    const isOurs = after?.some((each) => isSameIntent(each, intended)) ?? true;
    return isOurs ? [{ run: intended, callId, isRetry: run.call_id !== null }] : [];
  });
  const ours = new Set(out.map(({ callId }) => callId));
  // A slot that somebody else may count on runs out by itself.
  for (const { run, callId } of reserved) if (!ours.has(callId) && run.call_id === null) await route.release(callId);
  await route.register(out.map(plannedCall));
  return out;
}

/** Whether a run is as its engine made it: of two engines no more than one finds it so. */
const isSameIntent = (a: QueuedRun, b: QueuedRun): boolean =>
  a.queued_run_id === b.queued_run_id &&
  a.epoch === b.epoch &&
  a.state === b.state &&
  a.call_id === b.call_id &&
  a.lease_owner === b.lease_owner;

/**
 * Dials a run once, after it was written down and its call has a log. Whatever happens in between, the run says how far
 * it got; what is not certain stays `dialing`. True: the carrier took it.
 */
export async function placeCall(ports: PlaceCallPorts, permit: DialPermit, one: DialAttempt): Promise<boolean> {
  const { clock, campaignMeter, reportAccepted } = ports;
  const { route, pacer } = permit;
  const { run: out, callId } = one;
  if (await hasEnded(ports, one)) return false;
  const isScheduled = (): boolean => clock.monotonic() <= scheduledUntil;
  let scheduledUntil = -Infinity;
  for (let waitMs = waitToSend(ports, permit); waitMs !== 0 || !isScheduled(); waitMs = waitToSend(ports, permit)) {
    // The account's place comes last: it is to be dialled in at once.
    const restMs = waitMs === 0 ? await route.scheduleDial() : waitMs;
    if (restMs === null) {
      await requeue(ports, permit, out, callId, 0);
      return false;
    }
    if (waitMs === 0) scheduledUntil = clock.monotonic() + restMs + SCHEDULED_DIAL_TTL_MS;
    if (restMs > 0) await new Promise<void>((resolve) => void clock.after(restMs, resolve));
  }
  // Looked at, sent and noted in one step: others look at the same time.
  const dialled = route.dial(plannedCall(one));
  pacer.sent(clock.monotonic());
  campaignMeter.dialled(clock.monotonic() - permit.since);
  try {
    await dialled;
  } catch (error) {
    await afterFailure(ports, permit, out, callId, error);
    return false;
  }
  campaignMeter.answered('taken');
  await reportAccepted(out);
  return true;
}

/** Whether the call has ended since an earlier attempt; its run is settled then. */
async function hasEnded(
  { calls, outcomeRecorder }: PlaceCallPorts,
  { run, callId, isRetry }: DialAttempt,
): Promise<boolean> {
  const log = isRetry ? await calls.find(run.org_id, callId) : null;
  const before = log && runOutcomeOf(log);
  if (before !== null) await outcomeRecorder.record(run, before);
  return before !== null;
}

/** Writes down that the carrier took runs that are being dialled, but for those whose end was heard of meanwhile. */
export async function recordAccepted(
  { runs, clock }: Pick<PlaceCallPorts, 'runs' | 'clock'>,
  out: readonly QueuedRun[],
): Promise<void> {
  const changes = toInCall(clock.now());
  if ((await runs.changeAll(out.map((seen) => ({ seen, changes })))) === out.length) return;
  const after = await runs.findMany(out.map(({ queued_run_id }) => queued_run_id));
  const decide = ({ state }: QueuedRun) => (state === 'dialing' ? changes : null);
  await Promise.all(after.map((seen) => changeRun(runs, seen.queued_run_id, decide, seen)));
}

const plannedCall = ({ run, callId }: DialAttempt): PlannedCall => ({
  call_id: callId,
  campaign_id: run.campaign_id,
  queued_run_id: run.queued_run_id,
  to_number: run.phone_number,
  custom_variables: run.context_variables,
});

/**
 * Milliseconds until the dial may be sent, so that the pace is really kept; null when it must not be any more: it comes
 * too late, or out of the schedule.
 */
function waitToSend(
  { clock, timeZones }: PlaceCallPorts,
  { record: { campaign }, pacer, monotonic, at }: DialPermit,
): number | null {
  const now = clock.now();
  const ages = [clock.monotonic() - monotonic, now.getTime() - at.getTime()];
  const waitMs = pacer.waitToSend(campaign.rate_limit_per_second, clock.monotonic());
  if (ages.some((age) => age < 0 || age + waitMs >= DIAL_PERMIT_TTL_MS)) return null;
  return waitMs > 0 || isOpen(scheduleOf(campaign), now, timeZones.offsetAt) ? waitMs : null;
}

const scheduleOf = ({ orchestrator_metadata }: Campaign) => orchestrator_metadata.schedule_config;

/**
 * Puts back a run that certainly was not dialled, after its slot was freed: once it waits again, the slot of its call is
 * somebody else's. When the run is somebody else's already, so is the slot.
 */
async function requeue(
  { runs, clock }: PlaceCallPorts,
  { route, owner }: DialPermit,
  run: QueuedRun,
  callId: string,
  waitMs: number,
): Promise<void> {
  const ours = await runs.change(run, toDialing(callId, owner, clock.now()));
  if (!ours) return;
  await route.release(callId);
  await runs.change(ours, toRequeued(waitMs, clock.now()));
}

async function afterFailure(
  ports: PlaceCallPorts,
  permit: DialPermit,
  run: QueuedRun,
  callId: string,
  error: unknown,
): Promise<void> {
  const { outcomeRecorder, clock, log, campaignMeter } = ports;
  const about = { org_id: run.org_id, campaign_id: run.campaign_id, call_id: callId };
  if (!(error instanceof CarrierFailure && error.isDefinite)) {
    campaignMeter.answered('unknown');
    // Nobody knows. The call's lease runs out, and whoever settles it asks the carrier.
    return log.warn('campaign.dial_unanswered', { ...about, reason: String(error) });
  }
  campaignMeter.answered('refused');
  const verdict = classifyRefusal(error, permit.route.provider);
  log.warn('campaign.dial_refused', { ...about, status: error.status, verdict: verdict.kind });
  if (verdict.kind === 'final') {
    await outcomeRecorder.record(run, verdict.outcome);
    return permit.route.endRefused(callId, error);
  }
  permit.pacer.suspend(verdict.waitMs, clock.monotonic());
  await requeue(ports, permit, run, callId, verdict.kind === 'stop' ? DIAL_PERMIT_TTL_MS : verdict.waitMs);
  if (verdict.kind === 'stop') {
    await pauseCampaign(ports, permit.record, verdict.reason);
    await permit.route.recordDelay(callId, error);
  } else if (verdict.isFailure) await recordBreakerFailure(ports, permit.record);
}

/**
 * Pauses a campaign whose carrier dials nobody until a person has seen to it. The refused run waits with its call, which
 * is dialled on resume: a run has one call. It waits as long as a permit may be under way that was given before the pause.
 */
const pauseCampaign = (
  { campaigns, clock }: PlaceCallPorts,
  record: CampaignRecord,
  reason: string,
): Promise<unknown> =>
  changeCampaign(campaigns, record, ({ campaign }) =>
    campaign.state === 'running' ? { campaign: selfPause(campaign, reason, clock.now()) } : {},
  );

/** Lets the breaker know of a carrier that refuses everybody. */
const recordBreakerFailure = ({ campaigns, clock }: PlaceCallPorts, record: CampaignRecord): Promise<unknown> =>
  changeCampaign(campaigns, record, (seen) => {
    const { breaker, pause } = applySamples(seen, ['failure'], clock.now());
    return { campaign: pause, gate: { breaker } };
  });

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

/** Lifetime of a dial permit, in ms. A later dial is not sent. */
export const DIAL_PERMIT_TTL_MS = 1_000;

/** How long a scheduled dial time may be used, in ms. Afterwards another one is scheduled. */
const SCHEDULED_DIAL_TTL_MS = 100;

export interface PlaceCallPorts extends OutcomePorts {
  readonly calls: CallRepository;
  readonly timeZones: TimeZones;
  readonly outcomeRecorder: OutcomeRecorder;
  /** Records that the carrier accepted a run. */
  readonly reportAccepted: (out: QueuedRun) => Promise<void>;
  readonly log: Log;
}

/** Permission to dial runs of a campaign, until it expires. */
export interface DialPermit {
  /** The campaign when the permit was given. */
  readonly record: CampaignRecord;
  readonly route: DialRoute;
  readonly owner: string;
  readonly pacer: DialPacer;
  readonly at: Date;
  readonly monotonic: number;
  /** The earliest time at which it could have been given, in monotonic ms. */
  readonly since: number;
}

/** A run with a slot reserved for its call. */
export interface ReservedRun {
  readonly run: QueuedRun;
  readonly callId: string;
}

/** A run in state `dialing`, with a log of its call. */
export interface DialAttempt extends ReservedRun {
  /** The call may have a log from an earlier attempt. */
  readonly isRetry: boolean;
}

/** Resolves when no dial permitted earlier can be sent any more. */
export function waitForInFlightDials(clock: Clock, { gate: { recent_dials } }: CampaignRecord): Promise<void> {
  const age = clock.now().getTime() - (recent_dials.at(-1) ?? -Infinity);
  if (age >= DIAL_PERMIT_TTL_MS) return Promise.resolve();
  return new Promise((resolve) => void clock.after(DIAL_PERMIT_TTL_MS - Math.max(0, age), resolve));
}

/**
 * Sets runs to `dialing` before anything else happens, so that they count as active, and then writes the logs of their
 * calls. Returns those that are ours to dial: not runs another engine took or that were removed.
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
  // A slot that another engine may rely on expires on its own.
  for (const { run, callId } of reserved) if (!ours.has(callId) && run.call_id === null) await route.release(callId);
  await route.register(out.map(plannedCall));
  return out;
}

/** Whether the stored run is the intent this engine wrote: true for at most one of two engines. */
const isSameIntent = (a: QueuedRun, b: QueuedRun): boolean =>
  a.queued_run_id === b.queued_run_id &&
  a.epoch === b.epoch &&
  a.state === b.state &&
  a.call_id === b.call_id &&
  a.lease_owner === b.lease_owner;

/**
 * Dials a recorded run once. Whatever happens in between, the run records how far it got; an unconfirmed dial stays
 * `dialing`. True: the carrier accepted it.
 */
export async function placeCall(ports: PlaceCallPorts, permit: DialPermit, one: DialAttempt): Promise<boolean> {
  const { clock, campaignMeter, reportAccepted } = ports;
  const { route, pacer } = permit;
  const { run: out, callId } = one;
  if (await hasEnded(ports, one)) return false;
  const isScheduled = (): boolean => clock.monotonic() <= scheduledUntil;
  let scheduledUntil = -Infinity;
  for (let waitMs = waitToSend(ports, permit); waitMs !== 0 || !isScheduled(); waitMs = waitToSend(ports, permit)) {
    // The account's dial time is scheduled last: it must be used at once.
    const restMs = waitMs === 0 ? await route.scheduleDial() : waitMs;
    if (restMs === null) {
      await requeue(ports, permit, out, callId, 0);
      return false;
    }
    if (waitMs === 0) scheduledUntil = clock.monotonic() + restMs + SCHEDULED_DIAL_TTL_MS;
    if (restMs > 0) await new Promise<void>((resolve) => void clock.after(restMs, resolve));
  }
  // Checked, sent and recorded without an await in between: other dials run concurrently.
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

/** Whether the call has ended since an earlier attempt; its outcome is recorded then. */
async function hasEnded(
  { calls, outcomeRecorder }: PlaceCallPorts,
  { run, callId, isRetry }: DialAttempt,
): Promise<boolean> {
  const log = isRetry ? await calls.find(run.org_id, callId) : null;
  const before = log && runOutcomeOf(log);
  if (before !== null) await outcomeRecorder.record(run, before);
  return before !== null;
}

/** Records that the carrier accepted runs, except those whose call has ended already. */
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
 * Milliseconds until the dial may be sent at the campaign's pace; null when the permit has expired or the schedule is
 * closed.
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
 * Requeues a run that was definitely not dialled, after releasing its slot: once queued, its call's slot may be
 * reserved again. A run that another engine took keeps its slot.
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
    // Unconfirmed: the call's lease expires and reconciliation asks the carrier.
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
 * Pauses a campaign whose carrier needs a user's action. The refused run stays queued with its call and is dialled on
 * resume, after every permit given before the pause has expired.
 */
const pauseCampaign = (
  { campaigns, clock }: PlaceCallPorts,
  record: CampaignRecord,
  reason: string,
): Promise<unknown> =>
  changeCampaign(campaigns, record, ({ campaign }) =>
    campaign.state === 'running' ? { campaign: selfPause(campaign, reason, clock.now()) } : {},
  );

/** Records a refusal that is not about this contact in the circuit breaker. */
const recordBreakerFailure = ({ campaigns, clock }: PlaceCallPorts, record: CampaignRecord): Promise<unknown> =>
  changeCampaign(campaigns, record, (seen) => {
    const { breaker, pause } = applySamples(seen, ['failure'], clock.now());
    return { campaign: pause, gate: { breaker } };
  });

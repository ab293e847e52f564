import { hungUpAfter, runOutcomeOf } from '../../domain/campaigns/run-outcome.ts';
import { mayBeDialled } from './contact-rules.ts';
import { type PlaceCallPorts, type DialPermit, type DialAttempt, DIAL_PERMIT_TTL_MS } from './dial-permit.ts';
import { afterFailure } from './dial-failure.ts';
import { plannedCall } from './dial-intent.ts';
import { pause } from '../with-timeout.ts';

/** How long a scheduled dial time may be used, in ms. Afterwards another one is scheduled. */
const SCHEDULED_DIAL_TTL_MS = 100;

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
  const wait = (): number | null => waitToSend(ports, permit, one);
  for (let waitMs = wait(); waitMs !== 0 || !isScheduled(); waitMs = wait()) {
    // The account's dial time is scheduled last: it must be used at once.
    const restMs = waitMs === 0 ? await route.scheduleDial() : waitMs;
    if (restMs === null) {
      await ports.requeue({ run: out, callId, route, owner: permit.owner, waitMs: 0 });
      return false;
    }
    if (waitMs === 0) scheduledUntil = clock.monotonic() + restMs + SCHEDULED_DIAL_TTL_MS;
    if (restMs > 0) await pause(clock, restMs);
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
  if (log && before !== null) await outcomeRecorder.record(run, before, hungUpAfter(log));
  return before !== null;
}

/**
 * Milliseconds until the dial may be sent at the campaign's pace; null when the permit has expired, the schedule is closed
 * or the consent has expired.
 */
function waitToSend(
  ports: PlaceCallPorts,
  { record: { campaign }, pacer, monotonic, at }: DialPermit,
  { run }: DialAttempt,
): number | null {
  const { clock } = ports;
  const now = clock.now();
  const ages = [clock.monotonic() - monotonic, now.getTime() - at.getTime()];
  const waitMs = pacer.waitToSend(campaign.rate_limit_per_second, clock.monotonic());
  if (ages.some((age) => age < 0 || age + waitMs >= DIAL_PERMIT_TTL_MS)) return null;
  return waitMs > 0 || mayBeDialled(ports, campaign, run, now) ? waitMs : null;
}

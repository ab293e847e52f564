import { isLive } from '../../domain/calls/call-log.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import type { DialCaps } from '../../domain/campaigns/dial-caps.ts';
import { deferralByCap, type DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { toDeferred, toRefused, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { REFUSAL_TEXTS, refusalReasonOf, type DialRefusal } from '../../domain/campaigns/refusal.ts';
import { runOutcomeOf, type RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import { cappedDials, dialCapsOf, type WantedDial } from '../count-dials.ts';
import type { Dialler } from '../ports/dialler.ts';
import { preparedRuns, type CallbackPorts } from './prepare-callbacks.ts';
import { contactFault, dialFault, type ContactRulePorts } from './contact-rules.ts';
import type { PlaceCallPorts } from './dial-permit.ts';
import { personFaults } from './person-faults.ts';
import { rejudgeDeferrals } from './rejudge-deferrals.ts';

type ReadPorts = Pick<PlaceCallPorts, 'campaigns' | 'runs' | 'calls' | 'suppressions' | 'numberDials' | 'dialCaps'>;

interface Ports extends ReadPorts, ContactRulePorts, CallbackPorts, Pick<PlaceCallPorts, 'outcomeRecorder' | 'clock'> {
  readonly dialler: Pick<Dialler, 'cancel'>;
}

/** Due runs read at once after some were refused. */
const BATCH = 100;
/** Batches without a dialable run in one admission. The next round continues. */
const BATCHES_MAX = 10;

/** Runs that may be dialled, as far as lists and rules about their numbers go, and when that was checked. */
export interface DialableRuns {
  readonly runs: readonly QueuedRun[];
  /** When there is none: the time of the next due run, or null. A time in the past: there may be more. */
  readonly next: string | null;
  /** The caps that their dials must keep when they are counted. */
  readonly caps: DialCaps;
  readonly at: Date;
  readonly monotonic: number;
}

/**
 * Reads up to `most` due runs. Those that must not be dialled end here, with a refusal as their outcome and its evidence,
 * without a slot or a share of the dial rate; those whose number was erased without evidence. Those that may be dialled only
 * later wait.
 */
export async function dialableRuns(ports: Ports, record: CampaignRecord, most: number): Promise<DialableRuns> {
  const { runs, clock } = ports;
  const { org_id, campaign_id, orchestrator_metadata } = record.campaign;
  let limit = most;
  let isJudged = true;
  for (let batch = 0; ; batch += 1) {
    // Before lists and rules are read: a change of them waits until permits as old as this have expired.
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const caps = await dialCapsOf(ports, org_id, orchestrator_metadata.dial_caps);
    if (batch === 0) isJudged = await rejudgeDeferrals(ports, record, caps, at);
    const due = await runs.due(campaign_id, at.toISOString(), limit);
    const callable = await withoutFaults(ports, record, await preparedRuns(ports, due.runs));
    const dialable = await withoutCapped(ports, callable, caps);
    if (dialable.length > 0 || due.runs.length === 0 || batch === BATCHES_MAX)
      return {
        runs: dialable.slice(0, most),
        next: due.runs.length === 0 && isJudged ? due.next : at.toISOString(),
        caps,
        at,
        monotonic,
      };
    limit = BATCH;
  }
}

/** Ends the runs that must not be dialled, defers those that may not be dialled now, and returns the others. */
async function withoutFaults(
  ports: Ports,
  record: CampaignRecord,
  due: readonly QueuedRun[],
): Promise<readonly QueuedRun[]> {
  const { campaign, gate } = record;
  const numbers = due.map(({ phone_number }) => phone_number);
  const listed = await ports.suppressions.among(campaign.org_id, numbers);
  const personFaultOf = await personFaults(ports, record, due);
  const byNumber = new Map(listed.map((entry) => [entry.phone_number, entry]));
  // A refusal that a crash kept from its run is written, even if its reason has passed since.
  const counted = new Map(gate.settling.map(({ queued_run_id, outcome }) => [queued_run_id, outcome]));
  const now = ports.clock.now();
  const deferrals = new Map<QueuedRun, DialDeferral>();
  const dialable: QueuedRun[] = [];
  const ending = due.flatMap((run): (() => Promise<RunOutcome | null>)[] => {
    const outcome = counted.get(run.queued_run_id);
    if (outcome) return [recording(ports, run, async () => outcome)];
    if (run.phone_number === ERASED_NUMBER) return [recording(ports, run, async () => 'suppressed')];
    const entry = byNumber.get(run.phone_number);
    const fault = dialFault(entry, now, () => personFaultOf(run, now) ?? contactFault(ports, campaign, run, now));
    if (fault === null) dialable.push(run);
    else if ('until' in fault) deferrals.set(run, fault);
    else return [recording(ports, run, () => refuse(ports, run, fault))];
    return [];
  });
  await Promise.all([defer(ports, deferrals), ...ending.map((end) => end())]);
  return dialable;
}

/** Records the outcome of a run that is not dialled, if it has one. */
const recording =
  ({ outcomeRecorder }: Ports, run: QueuedRun, end: () => Promise<RunOutcome | null>) =>
  async (): Promise<RunOutcome | null> => {
    const outcome = await end();
    if (outcome) await outcomeRecorder.record(run, outcome);
    return outcome;
  };

/** Stores why a run is not dialled and ends the call of an earlier attempt. Returns the outcome of the run. */
async function refuse(
  { runs, calls, dialler, clock }: Ports,
  run: QueuedRun,
  refusal: DialRefusal,
): Promise<RunOutcome | null> {
  const call = run.call_id === null ? null : await calls.find(run.org_id, run.call_id);
  // It was placed after all, unless an earlier refusal that a crash interrupted ended it.
  if (call && !isLive(call.status) && refusalReasonOf(call) === null) return runOutcomeOf(call);
  // The evidence is stored first: a crash leaves no refused call without it. A run that changed is another engine's.
  if (!(await runs.change(run, toRefused(refusal, clock.now())))) return null;
  if (call) await dialler.cancel(call.org_id, call.call_id, REFUSAL_TEXTS[refusal.reason]);
  return refusal.reason;
}

/** Defers the runs whose number has reached a cap and returns the others. */
async function withoutCapped(ports: Ports, due: readonly QueuedRun[], caps: DialCaps): Promise<readonly QueuedRun[]> {
  const orgId = due[0]?.org_id;
  if (orgId === undefined) return due;
  const capped = await cappedDials(ports, orgId, caps, due.map(dialOf));
  await defer(ports, deferralsBy(due, capped, ports.clock.now()));
  return due.filter(({ queued_run_id }) => !capped.has(queued_run_id));
}

/** How the dial of a run counts for its number. */
export const dialOf = ({ queued_run_id, phone_number }: QueuedRun): WantedDial => ({
  dial_id: queued_run_id,
  phone_number,
});

/** The deferrals of runs whose number has reached a cap. */
export const deferralsBy = (
  due: readonly QueuedRun[],
  capped: Awaited<ReturnType<typeof cappedDials>>,
  now: Date,
): ReadonlyMap<QueuedRun, DialDeferral> =>
  new Map(
    due.flatMap((run) => {
      const reached = capped.get(run.queued_run_id);
      return reached ? [[run, deferralByCap(reached, now)] as const] : [];
    }),
  );

/** Stores why runs wait. Those that changed are another engine's. */
export async function defer(
  { runs, clock }: Pick<Ports, 'runs' | 'clock'>,
  deferrals: ReadonlyMap<QueuedRun, DialDeferral>,
): Promise<void> {
  const now = clock.now();
  const changes = [...deferrals].map(([seen, deferral]) => ({ seen, changes: toDeferred(seen, deferral, now) }));
  if (changes.length > 0) await runs.changeAll(changes);
}

import { isLive } from '../../domain/calls/call-log.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import type { DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { toRefused, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { REFUSAL_TEXTS, refusalReasonOf, type DialRefusal } from '../../domain/campaigns/refusal.ts';
import { runOutcomeOf, type RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import type { Dialler } from '../ports/dialler.ts';
import { contactFault, dialFault, type ContactRulePorts } from './contact-rules.ts';
import type { PlaceCallPorts } from './dial-permit.ts';
import { personFaults } from './person-faults.ts';

export interface DoNotCallPorts
  extends ContactRulePorts, Pick<PlaceCallPorts, 'runs' | 'calls' | 'suppressions' | 'outcomeRecorder' | 'clock'> {
  readonly dialler: Pick<Dialler, 'cancel'>;
}

/** Runs whose persons may be called, and why others may be called only later. */
interface CallableRuns {
  readonly callable: readonly QueuedRun[];
  readonly deferrals: ReadonlyMap<QueuedRun, DialDeferral>;
}

/**
 * Ends the runs that must not be dialled: their number is on the suppression list, the do-not-call list, or the rules of
 * the campaign forbid it. `start-outbound-call.ts` looks the number of a single call up.
 */
export async function checkDoNotCall(
  ports: DoNotCallPorts,
  record: CampaignRecord,
  due: readonly QueuedRun[],
): Promise<CallableRuns> {
  const { campaign, gate } = record;
  const numbers = due.map(({ phone_number }) => phone_number);
  const listed = await ports.suppressions.among(campaign.org_id, numbers);
  const personFaultOf = await personFaults(ports, record, due);
  const byNumber = new Map(listed.map((entry) => [entry.phone_number, entry]));
  // A refusal that a crash kept from its run is written, even if its reason has passed since.
  const counted = new Map(gate.settling.map(({ queued_run_id, outcome }) => [queued_run_id, outcome]));
  const now = ports.clock.now();
  const deferrals = new Map<QueuedRun, DialDeferral>();
  const callable: QueuedRun[] = [];
  const ending = due.flatMap((run): (() => Promise<RunOutcome | null>)[] => {
    const outcome = counted.get(run.queued_run_id);
    if (outcome) return [recording(ports, run, async () => outcome)];
    if (run.phone_number === ERASED_NUMBER) return [recording(ports, run, async () => 'suppressed')];
    const entry = byNumber.get(run.phone_number);
    const fault = dialFault(entry, now, () => personFaultOf(run, now) ?? contactFault(ports, campaign, run, now));
    if (fault === null) callable.push(run);
    else if ('until' in fault) deferrals.set(run, fault);
    else return [recording(ports, run, () => refuse(ports, run, fault))];
    return [];
  });
  await Promise.all(ending.map((end) => end()));
  return { callable, deferrals };
}

/** Records the outcome of a run that is not dialled, if it has one. */
const recording =
  ({ outcomeRecorder }: DoNotCallPorts, run: QueuedRun, end: () => Promise<RunOutcome | null>) =>
  async (): Promise<RunOutcome | null> => {
    const outcome = await end();
    if (outcome) await outcomeRecorder.record(run, outcome);
    return outcome;
  };

/** Stores why a run is not dialled and ends the call of an earlier attempt. Returns the outcome of the run. */
async function refuse(
  { runs, calls, dialler, clock }: DoNotCallPorts,
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

import { isLive } from '../../domain/calls/call-log.ts';
import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import { ERASED_NUMBER } from '../../domain/campaigns/contacts.ts';
import { toRefused, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { runOutcomeOf, type RunOutcome } from '../../domain/campaigns/run-outcome.ts';
import { SUPPRESSED, type Suppression } from '../../domain/campaigns/suppression.ts';
import type { Dialler } from '../ports/dialler.ts';
import type { PlaceCallPorts } from './dial-permit.ts';

interface Ports extends Pick<PlaceCallPorts, 'runs' | 'calls' | 'suppressions' | 'outcomeRecorder' | 'clock'> {
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
  readonly at: Date;
  readonly monotonic: number;
}

/**
 * Reads up to `most` due runs. Those to numbers on the suppression list end here, with the outcome `suppressed` and the
 * evidence, without a slot or a share of the dial rate. So do those whose number was erased, without evidence.
 */
export async function dialableRuns(ports: Ports, record: CampaignRecord, most: number): Promise<DialableRuns> {
  const { runs, clock } = ports;
  let limit = most;
  for (let batch = 0; ; batch += 1) {
    // Before the list is read: an entry written later waits until permits as old as this have expired.
    const [at, monotonic] = [clock.now(), clock.monotonic()];
    const due = await runs.due(record.campaign.campaign_id, at.toISOString(), limit);
    const dialable = await withoutRefused(ports, record, due.runs);
    if (dialable.length > 0 || due.runs.length === 0 || batch === BATCHES_MAX)
      return {
        runs: dialable.slice(0, most),
        next: due.runs.length === 0 ? due.next : at.toISOString(),
        at,
        monotonic,
      };
    limit = BATCH;
  }
}

/** Ends the runs that must not be dialled and returns the others. */
async function withoutRefused(
  ports: Ports,
  { campaign: { org_id }, gate }: CampaignRecord,
  due: readonly QueuedRun[],
): Promise<readonly QueuedRun[]> {
  const listed = await ports.suppressions.among(
    org_id,
    due.map(({ phone_number }) => phone_number),
  );
  const byNumber = new Map(listed.map((entry) => [entry.phone_number, entry]));
  // A refusal that a crash kept from its run is written, even if the number has left the list since.
  const counted = new Map(gate.settling.map(({ queued_run_id, outcome }) => [queued_run_id, outcome]));
  const isErased = ({ phone_number }: QueuedRun): boolean => phone_number === ERASED_NUMBER;
  const isRefused = (run: QueuedRun): boolean =>
    counted.has(run.queued_run_id) || byNumber.has(run.phone_number) || isErased(run);
  await Promise.all(
    due.filter(isRefused).map(async (run) => {
      const entry = byNumber.get(run.phone_number);
      const outcome =
        counted.get(run.queued_run_id) ?? (isErased(run) ? 'suppressed' : entry && (await refuse(ports, run, entry)));
      if (outcome) await ports.outcomeRecorder.record(run, outcome);
    }),
  );
  return due.filter((run) => !isRefused(run));
}

/** Stores why a run is not dialled and ends the call of an earlier attempt. Returns the outcome of the run. */
async function refuse(
  { runs, calls, dialler, clock }: Ports,
  run: QueuedRun,
  entry: Suppression,
): Promise<RunOutcome | null> {
  const now = clock.now();
  const call = run.call_id === null ? null : await calls.find(run.org_id, run.call_id);
  // It was placed after all.
  if (call && !isLive(call.status)) return runOutcomeOf(call);
  if (call) await dialler.cancel(call.org_id, call.call_id, SUPPRESSED);
  // A run that changed is another engine's.
  return (await runs.change(run, toRefused(entry, now))) && 'suppressed';
}

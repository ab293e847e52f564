import type { CampaignRecord } from '../../domain/campaigns/campaign-record.ts';
import type { DialDeferral } from '../../domain/campaigns/dial-deferral.ts';
import { hasOtherDials, personFault, personOf, reachedIn } from '../../domain/campaigns/dials-of-person.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { DialRefusal } from '../../domain/campaigns/refusal.ts';
import type { RunCallback } from '../../domain/campaigns/run-callback.ts';
import type { QueuedRunRepository } from '../ports/queued-runs.ts';

/** Says why a due run is not dialled now because of other dials of its person, or null. */
export type PersonFaultOf = (run: QueuedRun, now: Date) => DialDeferral | DialRefusal | null;

const NO_FAULT: PersonFaultOf = () => null;

/**
 * Reads the other dials of the persons of due runs, in a campaign with callbacks. A callback that is agreed afterwards
 * changes the campaign, so that no permit is given on what was read here.
 */
export async function personFaults(
  { runs }: { readonly runs: Pick<QueuedRunRepository, 'ofPersons'> },
  { campaign, gate }: CampaignRecord,
  due: readonly QueuedRun[],
): Promise<PersonFaultOf> {
  if (callbacksMade({ gate }) === 0) return NO_FAULT;
  const persons = [...new Set(due.filter(hasOtherDials).map(personOf))];
  if (persons.length === 0) return NO_FAULT;
  const dials = new Map<number, QueuedRun[]>(persons.map((person) => [person, []]));
  for (const run of await runs.ofPersons(campaign.campaign_id, persons)) dials.get(personOf(run))?.push(run);
  return (run, now) =>
    hasOtherDials(run)
      ? personFault(run, { runs: dials.get(personOf(run)) ?? [], settling: gate.settling }, now)
      : null;
}

/** The callback, with the number of calls in which its person was reached before it was agreed. */
export async function withReached(
  { runs }: { readonly runs: Pick<QueuedRunRepository, 'ofPersons'> },
  { campaign, gate }: CampaignRecord,
  callback: RunCallback,
  person: number | undefined,
  contactIndex: number | null,
): Promise<RunCallback> {
  if (person === undefined) return callback;
  const dials = { runs: await runs.ofPersons(campaign.campaign_id, [person]), settling: gate.settling };
  const reached = reachedIn(dials, callback.call_id, contactIndex).length;
  return { ...callback, ...(reached > 0 && { reached_before: reached }) };
}

/** Callbacks that a campaign has ever had. */
export const callbacksMade = ({ gate }: Pick<CampaignRecord, 'gate'>): number => gate.callbacks?.made ?? 0;

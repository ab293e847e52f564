import type { QueuedRunRepository } from '../../application/ports/queued-runs.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import { failed } from '../../domain/errors.ts';
import type { Collection, Engine } from './collection.ts';
import { oneOf, within } from './match.ts';

/** So many contacts go in one step: nothing else waits long. */
const REMOVED_AT_ONCE = 1_000;

/** Sorts after every moment of its kind: what is below it was due at that very millisecond. */
const andBefore = (now: string): string => `${now}~`;

/** Queued runs as documents. Every question is one walk along an index, however many contacts wait. */
export async function documentQueuedRuns(engine: Engine): Promise<QueuedRunRepository> {
  const runs = await engine.open<QueuedRun>({
    name: 'queued_runs',
    indexes: [
      { name: 'by_id', fields: ['queued_run_id'], unique: true },
      { name: 'by_attempt', fields: ['campaign_id', 'contact_index', 'attempt'], unique: true },
      { name: 'by_turn', fields: ['campaign_id', 'state', 'not_before', 'contact_index'] },
      { name: 'by_lease', fields: ['lease_until'], sparse: true },
    ],
  });
  return {
    async addAll(added) {
      await runs.insertAll(added);
    },
    find: (runId) => runs.findOne({ queued_run_id: runId }),
    findMany: async (runIds) => (runIds.length === 0 ? [] : runs.find({ queued_run_id: oneOf(runIds) })),
    due: (campaignId, now, limit) => due(runs, campaignId, now, limit),
    async nextDue(campaignId) {
      const match = { ...waiting(campaignId), not_before: within({ from: '' }) };
      const first = await runs.findOne(match, { not_before: 'asc', contact_index: 'asc' });
      return first?.not_before ?? null;
    },
    countOut: async (campaignId) =>
      (await runs.count({ campaign_id: campaignId, state: 'dialing' })) +
      (await runs.count({ campaign_id: campaignId, state: 'in_call' })),
    change: ({ queued_run_id, epoch }, changes) =>
      runs.change({ queued_run_id, epoch }, { ...changes, epoch: epoch + 1 }),
    overdue: (now, limit) =>
      runs.find({ lease_until: within({ below: now }) }, { sort: { lease_until: 'asc' }, limit }),
    finals: (campaignId, outcomes, fromContact, limit) =>
      runs.find(
        {
          campaign_id: campaignId,
          contact_index: within({ from: fromContact }),
          is_final: true,
          outcome: oneOf(outcomes),
        },
        { sort: { contact_index: 'asc' }, limit },
      ),
    removeAll: (campaignId) => removeAll(runs, campaignId),
  };
}

const waiting = (campaignId: string) => ({ campaign_id: campaignId, state: 'queued' as const });

/** Retries whose time has come, then contacts that were never dialled, in their order. */
async function due(runs: Collection<QueuedRun>, campaignId: string, now: string, limit: number): Promise<QueuedRun[]> {
  const timed = await runs.find(
    { ...waiting(campaignId), not_before: within({ below: andBefore(now) }) },
    { sort: { not_before: 'asc', contact_index: 'asc' }, limit },
  );
  if (timed.length === limit) return timed;
  const fresh = await runs.find(
    { ...waiting(campaignId), not_before: null },
    { sort: { contact_index: 'asc' }, limit: limit - timed.length },
  );
  return [...timed, ...fresh];
}

/** Removes a campaign's runs, some at a time. */
async function removeAll(runs: Collection<QueuedRun>, campaignId: string): Promise<void> {
  for (;;) {
    const first = await runs.findOne({ campaign_id: campaignId }, { contact_index: 'asc' });
    if (!first) return;
    const { contact_index: from } = first;
    const some = { campaign_id: campaignId, contact_index: within({ from, below: from + REMOVED_AT_ONCE }) };
    if ((await runs.remove(some)) === 0) throw failed('The runs could not be removed');
  }
}

import type { DueRuns, QueuedRunRepository, RunChange } from '../../application/ports/queued-runs.ts';
import { RUN_STATES, type QueuedRun, type RunState } from '../../domain/campaigns/queued-run.ts';
import { failed } from '../../domain/errors.ts';
import type { Collection, DocumentStore } from './collection.ts';
import { firstEvents, openRemoval, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';
import { anyOf, between } from './match.ts';

type StoredRun = QueuedRun & Outbox;

/** Contacts removed per step, so that other operations are not delayed. */
const REMOVED_AT_ONCE = 1_000;
/** Contacts read per step. */
const READ_AT_ONCE = 500;

/** Queued runs as documents. Every query walks one index, whatever the number of waiting contacts. */
export async function documentQueuedRuns(store: DocumentStore): Promise<QueuedRunRepository> {
  const runs = await store.open<StoredRun>({
    name: 'queued_runs',
    indexes: [
      { name: 'by_id', fields: ['queued_run_id'], unique: true },
      { name: 'by_attempt', fields: ['campaign_id', 'contact_index', 'attempt'], unique: true },
      { name: 'by_turn', fields: ['campaign_id', 'state', 'not_before', 'contact_index'] },
      {
        name: 'by_delay',
        fields: ['campaign_id', 'state', 'contact_index', 'not_before'],
        sparse: 'not_before',
      },
      { name: 'by_lease', fields: ['lease_until'], sparse: 'lease_until' },
      { name: 'by_callback', fields: ['callback_org', 'callback_at'], sparse: 'callback_org' },
      { name: 'by_callback_state', fields: ['callback_org', 'state', 'callback_at'], sparse: 'callback_org' },
      { name: 'by_person', fields: ['campaign_id', 'person_index'], sparse: 'person_index' },
      OUTBOX_INDEX,
    ],
  });
  const remove = await openRemoval<QueuedRun>(store, 'queued_runs', runs);
  return {
    async addAll(added) {
      await runs.insertAll(added);
    },
    find: async (runId) => bare(await runs.findOne({ queued_run_id: runId })),
    findMany: async (runIds) => (runIds.length === 0 ? [] : allOf(runs.find({ queued_run_id: anyOf(runIds) }))),
    due: (campaignId, now, limit) => due(runs, campaignId, now, limit),
    countActive: (campaignId) => runs.count({ campaign_id: campaignId, state: anyOf(OUT) }),
    change: async ({ queued_run_id, epoch }, changes) =>
      bare(await runs.change({ queued_run_id, epoch }, { ...changes, epoch: epoch + 1 })),
    changeAll: (all) =>
      runs.changeAll(
        all.toSorted(byId).map(({ seen: { queued_run_id, epoch }, changes, events = [] }) => ({
          match: { queued_run_id, epoch },
          changes: { ...changes, epoch: epoch + 1, ...firstEvents(events) },
        })),
      ),
    overdue: (now, limit) =>
      allOf(
        // A state that only a newer release knows is left to it: what is not known to be dialled would be dialled again.
        runs.find(
          { lease_until: between({ below: now }), state: anyOf(RUN_STATES) },
          { sort: { lease_until: 'asc' }, limit },
        ),
      ),
    ...lists(runs),
    removeAll: (campaignId) => removeAll(runs, remove, campaignId),
  };
}

type Lists = Pick<QueuedRunRepository, 'listFinal' | 'listDelayed' | 'listCallbacks' | 'ofPersons' | 'ofContacts'>;

/** Listing runs of a campaign. */
const lists = (runs: Collection<StoredRun>): Lists => ({
  listFinal: (campaignId, outcomes, fromContact, limit) =>
    allOf(
      runs.find(
        {
          campaign_id: campaignId,
          contact_index: between({ from: fromContact }),
          is_final: true,
          outcome: anyOf(outcomes),
        },
        { sort: { contact_index: 'asc' }, limit },
      ),
    ),
  listDelayed: (campaignId, fromContact, limit) => listDelayed(runs, campaignId, fromContact, limit),
  listCallbacks: (orgId, { upcoming, ...page }) =>
    upcoming
      ? upcomingCallbacks(runs, orgId, page)
      : allOf(
          runs.find(
            { callback_org: orgId, callback_at: between({ from: '' }), attempt: 0 },
            { sort: { callback_at: 'desc' }, ...page },
          ),
        ),
  ofPersons: async (campaignId, positions) => {
    if (positions.length === 0) return [];
    const [own, callbacks] = await Promise.all([
      allOf(runs.find({ campaign_id: campaignId, contact_index: anyOf(positions) })),
      allOf(runs.find({ campaign_id: campaignId, person_index: anyOf(positions) })),
    ]);
    const known = new Set(own.map(({ queued_run_id }) => queued_run_id));
    return [...own, ...callbacks.filter(({ queued_run_id }) => !known.has(queued_run_id))];
  },
  ofContacts: (campaignId, fromContact) => ofContacts(runs, campaignId, fromContact),
});

const bare = (stored: StoredRun | null): QueuedRun | null => stored && withoutOutbox<QueuedRun>(stored);

const allOf = async (found: Promise<StoredRun[]>): Promise<QueuedRun[]> =>
  (await found).map((stored) => withoutOutbox<QueuedRun>(stored));

/** Sorts batch updates by id, so that concurrent batches cannot deadlock. */
const byId = (one: RunChange, other: RunChange): number => (one.seen.queued_run_id < other.seen.queued_run_id ? -1 : 1);

/** The states of a run with a call in progress. */
const OUT: readonly RunState[] = ['dialing', 'in_call'];

/** The states of an attempt that has no outcome. */
const UPCOMING: readonly RunState[] = ['queued', ...OUT];

/** Callbacks and their retries that are not over, state by state: those that are over, of which there are more and more, are not read. */
async function upcomingCallbacks(
  runs: Collection<StoredRun>,
  orgId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<QueuedRun[]> {
  const page = { sort: { callback_at: 'asc' }, limit: offset + limit } as const;
  const found = await Promise.all(
    UPCOMING.map((state) => allOf(runs.find({ callback_org: orgId, state, callback_at: between({ from: '' }) }, page))),
  );
  const timeOf = ({ callback_at = '' }: QueuedRun): string => callback_at;
  return found
    .flat()
    .toSorted((a, b) => (timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b))))
    .slice(offset, offset + limit);
}

const waiting = (campaignId: string) => ({ campaign_id: campaignId, state: 'queued' as const });

/** Runs of both states that wait for a time, each by its index. */
async function listDelayed(
  runs: Collection<StoredRun>,
  campaignId: string,
  fromContact: number,
  limit: number,
): Promise<QueuedRun[]> {
  const rest = { contact_index: between({ from: fromContact }), not_before: between({ from: '' }) };
  const ofState = (state: RunState) =>
    allOf(runs.find({ campaign_id: campaignId, state, ...rest }, { sort: { contact_index: 'asc' }, limit }));
  const found = (await Promise.all([ofState('queued'), ofState('judging')])).flat();
  return found.toSorted((one, other) => one.contact_index - other.contact_index).slice(0, limit);
}

/** Due retries first, then contacts not dialled yet, in list order. */
async function due(runs: Collection<StoredRun>, campaignId: string, now: string, limit: number): Promise<DueRuns> {
  const [timed, fresh] = await Promise.all([
    allOf(
      runs.find(
        { ...waiting(campaignId), not_before: between({ from: '' }) },
        { sort: { not_before: 'asc', contact_index: 'asc' }, limit },
      ),
    ),
    allOf(runs.find({ ...waiting(campaignId), not_before: null }, { sort: { contact_index: 'asc' }, limit })),
  ]);
  const ripe = timed.filter(({ not_before }) => not_before !== null && not_before <= now);
  return { runs: [...ripe, ...fresh].slice(0, limit), next: timed[0]?.not_before ?? null };
}

/** Removes a campaign's runs in batches. */
async function removeAll(
  runs: Collection<StoredRun>,
  remove: Collection<StoredRun>['remove'],
  campaignId: string,
): Promise<void> {
  for (;;) {
    const first = await runs.findOne({ campaign_id: campaignId }, { contact_index: 'asc' });
    if (!first) return;
    const { contact_index: from, queued_run_id } = first;
    const some = { campaign_id: campaignId, contact_index: between({ from, below: from + REMOVED_AT_ONCE }) };
    // Others may remove them at the same time.
    if ((await remove(some)) === 0 && (await runs.findOne({ queued_run_id })))
      throw failed('The runs could not be removed');
  }
}

/** The runs of the next contacts, from the first one that there is. */
async function ofContacts(runs: Collection<StoredRun>, campaignId: string, fromContact: number): Promise<QueuedRun[]> {
  const rest = { campaign_id: campaignId, contact_index: between({ from: fromContact }) };
  const first = await runs.findOne(rest, { contact_index: 'asc' });
  if (!first) return [];
  const { contact_index: from } = first;
  const some = { campaign_id: campaignId, contact_index: between({ from, below: from + READ_AT_ONCE }) };
  return allOf(runs.find(some, { sort: { contact_index: 'asc' } }));
}

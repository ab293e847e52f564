import type { EventOutbox, OutboxEntry } from '../../application/ports/event-outbox.ts';
import { retryOnConflict } from '../../application/retry-on-conflict.ts';
import type { RecordedEvent } from '../../domain/events/recorded-event.ts';
import type { Collection, DocumentStore, Index } from './collection.ts';
import { anyOf, between, type Match } from './match.ts';

/** The events that wait in a document, beside its own fields. All absent until the first event. */
export interface Outbox {
  readonly outbox?: readonly RecordedEvent[] | null;
  /** When the first waiting event was recorded. */
  readonly outbox_at?: string | null;
  /** Counts the events that the document has recorded. */
  readonly outbox_revision?: number | null;
}

/** The collections whose documents record events, each with the field of their id. */
const SOURCES = {
  agent_canaries: 'agent_id',
  agents: 'agent_id',
  budgets: 'org_id',
  call_analyses: 'call_id',
  calls: 'call_id',
  campaigns: 'campaign_id',
  queued_runs: 'queued_run_id',
  removed_outboxes: 'outbox_id',
} as const;
type Source = keyof typeof SOURCES;

/** The events that waited in a removed document, until they are handed over. */
interface RemovedOutbox extends Outbox {
  /** The id of the last event. */
  readonly outbox_id: string;
  readonly org_id: string;
}

/** The index of a collection that records events. */
export const OUTBOX_INDEX: Index<Outbox> = { name: 'by_outbox', fields: ['outbox_at'], sparse: 'outbox_at' };

/** A document without its waiting events. The store hands over the object, and deleting is cheaper than a copy. */
export function withoutOutbox<T extends object>(stored: T & Outbox): T {
  delete (stored as { outbox?: unknown }).outbox;
  delete (stored as { outbox_at?: unknown }).outbox_at;
  delete (stored as { outbox_revision?: unknown }).outbox_revision;
  return stored;
}

/**
 * Changes a document as `change` does, and adds events to it in the same write. The events are decided on the document
 * that is changed: of concurrent changes, only the change that is applied records an event.
 */
export const changeWithEvents = <T extends object>(
  collection: Collection<T & Outbox>,
  match: Match<T & Outbox>,
  changes: Partial<T>,
  eventsOf: (before: T) => readonly RecordedEvent[],
): Promise<(T & Outbox) | null> =>
  retryOnConflict<(T & Outbox) | null>('The record kept changing. Try again.', async () => {
    const before = await collection.findOne(match);
    if (!before) return null;
    const { outbox, outbox_at, outbox_revision = null } = before;
    const added = eventsOf(withoutOutbox<T>(before));
    const [first] = added;
    if (!first) return collection.change(match, changes);
    const waiting: Outbox = {
      outbox: [...(outbox ?? []), ...added],
      outbox_at: outbox_at ?? first.timestamp,
      outbox_revision: (outbox_revision ?? 0) + added.length,
    };
    const still = { ...match, outbox_revision } as Match<T & Outbox>;
    return (await collection.change(still, { ...changes, ...waiting })) ?? 'again';
  });

/** The fields of the first events of a document, for a change that applies only if there were none before. */
export const firstEvents = (events: readonly RecordedEvent[]): Outbox =>
  events[0] ? { outbox: events, outbox_at: events[0].timestamp, outbox_revision: events.length } : {};

/** A document of any source. */
type SourceDocument = Outbox & { readonly [Field in (typeof SOURCES)[Source]]?: string };

const openRemoved = (store: DocumentStore): Promise<Collection<RemovedOutbox>> =>
  store.open<RemovedOutbox>({
    name: 'removed_outboxes',
    // An acknowledged event must not be lost.
    isLasting: true,
    indexes: [
      { name: 'by_id', fields: ['outbox_id'], unique: true },
      { name: 'by_organisation', fields: ['org_id'] },
      OUTBOX_INDEX,
    ],
  });

/** Removes documents of a source as `remove` does, and keeps the events that wait in them. */
export async function openRemoval<T extends object>(
  store: DocumentStore,
  source: Source,
  documents: Collection<T & Outbox>,
): Promise<(match: Match<T & Outbox>) => Promise<number>> {
  const removed = await openRemoved(store);
  const removeWaiting = async (match: Match<T & Outbox>): Promise<number> => {
    let count = 0;
    for (const each of await documents.find({ ...match, outbox_at: between({ from: '' }) })) {
      const { outbox = null, outbox_at = null, outbox_revision = null } = each;
      const last = outbox?.at(-1);
      const kept = { outbox, outbox_at, outbox_revision };
      // First: a crash in between leaves the events in both places, and the relay hands them over once.
      if (last) await removed.insertAll([{ outbox_id: last.event_id, org_id: last.org_id, ...kept }]);
      const seen = { [SOURCES[source]]: (each as SourceDocument)[SOURCES[source]], outbox_revision };
      count += await documents.remove({ ...match, ...seen });
    }
    return count;
  };
  return async (match) => {
    let count = 0;
    await retryOnConflict('The record kept changing. Try again.', async () => {
      count += await removeWaiting(match);
      count += await documents.remove({ ...match, outbox_at: null });
      // An event was recorded in between.
      return (await documents.findOne(match)) ? 'again' : undefined;
    });
    return count;
  };
}

/** The waiting events of all documents. Opens collections that their repositories define. */
export async function openEventOutbox(store: DocumentStore): Promise<EventOutbox> {
  const removed = await openRemoved(store);
  const sources = new Map<
    string,
    { readonly keyed: (typeof SOURCES)[Source]; readonly documents: Collection<SourceDocument> }
  >();
  for (const [name, keyed] of Object.entries(SOURCES))
    sources.set(name, { keyed, documents: await store.open<SourceDocument>({ name, indexes: [OUTBOX_INDEX] }) });

  return {
    async waiting(limit) {
      const oldest = { sort: { outbox_at: 'asc' }, limit } as const;
      const found = [...sources].map(async ([source, { keyed, documents }]) =>
        (await documents.find({ outbox_at: between({ from: '' }) }, oldest)).map((document): OutboxEntry => ({
          source,
          key: document[keyed] ?? '',
          revision: document.outbox_revision ?? 0,
          events: document.outbox ?? [],
        })),
      );
      return (await Promise.all(found)).flat();
    },
    async clear(entries) {
      for (const [name, { keyed, documents }] of sources) {
        const own = entries.filter(({ source }) => source === name);
        if (own.length === 0) continue;
        if (name === 'removed_outboxes') {
          await removed.remove({ outbox_id: anyOf(own.map(({ key }) => key)) });
          continue;
        }
        await documents.changeAll(
          own.map(({ key, revision }) => ({
            // Waiting documents are few: their index finds any of them.
            match: { [keyed]: key, outbox_revision: revision, outbox_at: between({ from: '' }) },
            changes: { outbox: null, outbox_at: null },
          })),
        );
      }
    },
  };
}

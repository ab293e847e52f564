import type { EventDeliveryRepository } from '../../application/ports/event-deliveries.ts';
import type { EventDelivery } from '../../domain/events/event-delivery.ts';
import type { Collection, DocumentStore } from './collection.ts';
import { between, type Match } from './match.ts';

/** Finds the deliveries of events about a call. */
export const BY_CALL = { name: 'by_call', fields: ['call_id'], sparse: 'call_id' } as const;

/** Deliveries as documents, one per endpoint and event. Every query walks one index, however many there are. */
export async function documentEventDeliveries(store: DocumentStore): Promise<EventDeliveryRepository> {
  const deliveries = await store.open<EventDelivery>({
    name: 'event_deliveries',
    indexes: [
      { name: 'by_event', fields: ['endpoint_id', 'event_id'], unique: true },
      { name: 'by_turn', fields: ['endpoint_id', 'due_at'], sparse: 'due_at' },
      { name: 'by_due', fields: ['due_at', 'org_id', 'endpoint_id', 'attempts'], sparse: 'due_at' },
      { name: 'by_subject', fields: ['endpoint_id', 'subject', 'state', 'sequence'] },
      { name: 'by_time', fields: ['endpoint_id', 'timestamp'] },
      BY_CALL,
      { name: 'by_age', fields: ['timestamp'] },
    ],
  });
  const dueBy = (now: string) => between({ from: '', below: justAfter(now) });
  return {
    async addAll(added) {
      await deliveries.insertAll(added);
    },
    find: (endpointId, eventId) => deliveries.findOne({ endpoint_id: endpointId, event_id: eventId }),
    list: (endpointId, page) => deliveries.find({ endpoint_id: endpointId }, { ...page, sort: { timestamp: 'desc' } }),
    count: (endpointId) => deliveries.count({ endpoint_id: endpointId }),
    async endpointsWithDue(now, since) {
      if (since === null) return endpointsWithDue(deliveries, now);
      const recent = { due_at: between({ from: since, below: justAfter(now) }) };
      return (await deliveries.tally(recent, ['org_id', 'endpoint_id'], 'attempts')).map(({ values }) => values);
    },
    due: (endpointId, now, limit) =>
      deliveries.find({ endpoint_id: endpointId, due_at: dueBy(now) }, { sort: { due_at: 'asc' }, limit }),
    first: (endpointId, subject) =>
      deliveries.findOne({ endpoint_id: endpointId, subject, state: 'pending' }, { sequence: 'asc' }),
    change: (endpointId, eventId, changes) =>
      deliveries.change({ endpoint_id: endpointId, event_id: eventId }, changes),
    between: (endpointId, from, to, limit) =>
      deliveries.find(
        { endpoint_id: endpointId, timestamp: between({ from, below: to }) },
        { sort: { timestamp: 'asc' }, limit },
      ),
    async changeAll(endpointId, eventIds, seen, changes) {
      const changed = eventIds.map((event_id) => ({
        match: { endpoint_id: endpointId, event_id, state: seen },
        changes,
      }));
      await deliveries.changeAll(changed);
    },
    ...erasing(deliveries),
    async removeBefore(time) {
      await deliveries.remove({ timestamp: between({ below: time }) });
    },
  };
}

async function endpointsWithDue(deliveries: Collection<EventDelivery>, now: string) {
  const found: Pick<EventDelivery, 'org_id' | 'endpoint_id'>[] = [];
  const pending = { due_at: between({ from: '' }) };
  for await (const { org_id, endpoint_id, due_at } of firstOfEach(deliveries, pending, 'due_at'))
    if (due_at !== null && due_at <= now) found.push({ org_id, endpoint_id });
  return found;
}

async function endpointsOf(deliveries: Collection<EventDelivery>, orgId: string): Promise<string[]> {
  const found: string[] = [];
  for await (const { org_id, endpoint_id } of firstOfEach(deliveries, {}, 'timestamp'))
    if (org_id === orgId) found.push(endpoint_id);
  return found;
}

/**
 * The first delivery of each endpoint that matches. Jumps from endpoint to endpoint in one index, so that it takes a step
 * for each, however many deliveries there are.
 */
async function* firstOfEach(
  deliveries: Collection<EventDelivery>,
  match: Match<EventDelivery>,
  order: 'due_at' | 'timestamp',
): AsyncGenerator<EventDelivery> {
  for (let from = ''; ;) {
    const rest = { ...match, endpoint_id: between({ from }) };
    const first = await deliveries.findOne(rest, { endpoint_id: 'asc', [order]: 'asc' });
    // Ids that do not grow would repeat forever.
    if (!first || first.endpoint_id < from) return;
    yield first;
    from = `${first.endpoint_id}\u0001`;
  }
}

const justAfter = (now: string): string => new Date(Date.parse(now) + 1).toISOString();

/** What the erasure of deliveries needs. */
const erasing = (
  deliveries: Collection<EventDelivery>,
): Pick<EventDeliveryRepository, 'endpointsOf' | 'listFrom' | 'remove'> => ({
  endpointsOf: (orgId) => endpointsOf(deliveries, orgId),
  listFrom: (endpointId, from, page) =>
    deliveries.find({ endpoint_id: endpointId, timestamp: between({ from }) }, { ...page, sort: { timestamp: 'asc' } }),
  async remove(endpointId, eventId) {
    await deliveries.remove({ endpoint_id: endpointId, event_id: eventId });
  },
});

import { assert } from 'chai';
import type { EventDeliveryRepository } from '../../application/ports/event-deliveries.ts';
import type { EventDelivery } from '../../domain/events/event-delivery.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();

const delivery = (event_id: string, more: Partial<EventDelivery> = {}): EventDelivery => ({
  ...{ event_id, org_id: 'org', type: 'call.ended', subject: 'call', timestamp: at(0), body: '{}' },
  ...{ endpoint_id: 'e1', call_id: 'call', sequence: 1, state: 'pending', due_at: at(0), give_up_at: at(50) },
  ...{ attempts: 0, last_attempts: [] },
  ...more,
});

const ids = (deliveries: readonly EventDelivery[]): string[] => deliveries.map(({ event_id }) => event_id);

export const eventDeliveriesContract: Contract<EventDeliveryRepository> = {
  'keeps one delivery of an event to an endpoint, the first': async (deliveries) => {
    await deliveries.addAll([delivery('a'), delivery('a', { endpoint_id: 'e2' })]);
    await deliveries.addAll([delivery('a', { state: 'parked' }), delivery('b')]);
    assert.deepEqual(await deliveries.find('e1', 'a'), delivery('a'));
    assert.deepEqual(await deliveries.find('e2', 'a'), delivery('a', { endpoint_id: 'e2' }));
    assert.equal(await deliveries.count('e1'), 2);
    assert.isNull(await deliveries.find('e2', 'b'));
  },

  'lists the deliveries of an endpoint by page, newest event first': async (deliveries) => {
    const timed = ['a', 'b', 'c'].map((id, second) => delivery(id, { timestamp: at(second) }));
    await deliveries.addAll([...timed, delivery('d', { endpoint_id: 'e2' })]);
    assert.deepEqual(ids(await deliveries.list('e1', { limit: 10, offset: 0 })), ['c', 'b', 'a']);
    assert.deepEqual(ids(await deliveries.list('e1', { limit: 1, offset: 1 })), ['b']);
  },

  'finds due deliveries of an endpoint, those due longest first': async (deliveries) => {
    const due = (id: string, second: number) => delivery(id, { due_at: at(second) });
    const delivered = delivery('d', { state: 'delivered', due_at: null });
    await deliveries.addAll([due('a', 2), due('b', 1), due('c', 3), delivered, delivery('e', { endpoint_id: 'e2' })]);
    assert.deepEqual(ids(await deliveries.due('e1', at(2), 10)), ['b', 'a']);
    assert.deepEqual(ids(await deliveries.due('e1', at(2), 1)), ['b']);
  },

  'names the endpoints with due deliveries once': async (deliveries) => {
    const others = [
      delivery('c', { endpoint_id: 'e2', due_at: at(5) }),
      delivery('d', { endpoint_id: 'e3', due_at: null }),
    ];
    await deliveries.addAll([delivery('a'), delivery('b'), ...others]);
    assert.deepEqual(await deliveries.endpointsWithDue(at(1)), [{ org_id: 'org', endpoint_id: 'e1' }]);
  },

  'finds the first pending delivery of a subject': async (deliveries) => {
    const placed = (id: string, sequence: number, more: Partial<EventDelivery> = {}) =>
      delivery(id, { sequence, ...more });
    const delivered = placed('a', 1, { state: 'delivered', due_at: null });
    const elsewhere = [placed('d', 1, { subject: 'other' }), placed('e', 1, { endpoint_id: 'e2' })];
    await deliveries.addAll([...elsewhere, placed('c', 3), delivered, placed('b', 2)]);
    assert.equal((await deliveries.first('e1', 'call'))?.event_id, 'b');
    assert.isNull(await deliveries.first('e1', 'none'));
  },

  'changes the given fields of one delivery': async (deliveries) => {
    await deliveries.addAll([delivery('b'), delivery('a'), delivery('a', { endpoint_id: 'e2' })]);
    const changed = delivery('a', { state: 'delivered', due_at: null });
    assert.deepEqual(await deliveries.change('e1', 'a', { state: 'delivered', due_at: null }), changed);
    assert.deepEqual(await deliveries.find('e1', 'a'), changed);
    assert.deepEqual(await deliveries.find('e2', 'a'), delivery('a', { endpoint_id: 'e2' }));
    assert.deepEqual(await deliveries.find('e1', 'b'), delivery('b'));
    assert.isNull(await deliveries.change('e3', 'a', { state: 'parked' }));
  },

  'removes deliveries of events before a time': async (deliveries) => {
    await deliveries.addAll(['a', 'b', 'c'].map((id, second) => delivery(id, { timestamp: at(second) })));
    await deliveries.removeBefore(at(1));
    assert.deepEqual(ids(await deliveries.list('e1', { limit: 10, offset: 0 })), ['c', 'b']);
  },
};

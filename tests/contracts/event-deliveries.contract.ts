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
      delivery('e', { endpoint_id: 'e4', due_at: at(5) }),
      delivery('f', { endpoint_id: 'e4', due_at: at(1) }),
    ];
    await deliveries.addAll([delivery('a'), delivery('b'), ...others]);
    const named = async (now: string, since: string | null) =>
      (await deliveries.endpointsWithDue(now, since)).map(({ org_id, endpoint_id }) => `${org_id} ${endpoint_id}`);
    assert.sameMembers(await named(at(1), null), ['org e1', 'org e4']);
    assert.sameMembers(await named(at(5), null), ['org e1', 'org e2', 'org e4']);
    assert.sameMembers(await named(at(1), at(0)), ['org e1', 'org e4']);
    assert.sameMembers(await named(at(4), at(1)), ['org e4']);
  },

  'names the endpoints with deliveries of an organisation once': async (deliveries) => {
    const others = [
      delivery('c', { endpoint_id: 'e2', due_at: null, state: 'parked' }),
      delivery('d', { endpoint_id: 'e3', org_id: 'other' }),
      delivery('e', { endpoint_id: 'e4' }),
    ];
    await deliveries.addAll([delivery('a'), delivery('b'), ...others]);
    assert.sameMembers(await deliveries.endpointsOf('org'), ['e1', 'e2', 'e4']);
    assert.sameMembers(await deliveries.endpointsOf('other'), ['e3']);
    assert.isEmpty(await deliveries.endpointsOf('unknown'));
  },

  'answers deliveries of events of a time, oldest first': async (deliveries) => {
    const timed = ['a', 'b', 'c', 'd'].map((id, second) => delivery(id, { timestamp: at(second) }));
    await deliveries.addAll([...timed, delivery('e', { endpoint_id: 'e2', timestamp: at(1) })]);
    assert.deepEqual(ids(await deliveries.between('e1', at(1), at(3), 9)), ['b', 'c']);
    assert.deepEqual(ids(await deliveries.between('e1', at(0), at(9), 2)), ['a', 'b']);
  },

  'changes several deliveries that are in the expected state': async (deliveries) => {
    const delivered = delivery('b', { state: 'delivered', due_at: null });
    await deliveries.addAll([delivery('a'), delivered, delivery('c'), delivery('a', { endpoint_id: 'e2' })]);
    await deliveries.changeAll('e1', ['a', 'b', 'x'], 'pending', { state: 'parked', due_at: null });
    assert.deepEqual(await deliveries.find('e1', 'a'), delivery('a', { state: 'parked', due_at: null }));
    assert.deepEqual(await deliveries.find('e1', 'b'), delivered);
    assert.deepEqual(await deliveries.find('e1', 'c'), delivery('c'));
    assert.deepEqual(await deliveries.find('e2', 'a'), delivery('a', { endpoint_id: 'e2' }));
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

  'lists the deliveries of an endpoint from a time on, oldest event first, by page': async (deliveries) => {
    const timed = ['c', 'a', 'b'].map((id) => delivery(id, { timestamp: at('abc'.indexOf(id)) }));
    await deliveries.addAll([...timed, delivery('d', { endpoint_id: 'e2', timestamp: at(2) })]);
    const listed = async (second: number, limit = 10, offset = 0) =>
      ids(await deliveries.listFrom('e1', at(second), { limit, offset }));
    assert.deepEqual(await listed(0), ['a', 'b', 'c']);
    assert.deepEqual(await listed(1), ['b', 'c']);
    assert.deepEqual(await listed(0, 1, 1), ['b']);
  },

  'removes one delivery, if there is one': async (deliveries) => {
    await deliveries.addAll([delivery('a'), delivery('b'), delivery('a', { endpoint_id: 'e2' })]);
    for (let times = 0; times < 2; times += 1) await deliveries.remove('e1', 'a');
    assert.isNull(await deliveries.find('e1', 'a'));
    assert.isNotNull(await deliveries.find('e1', 'b'));
    assert.isNotNull(await deliveries.find('e2', 'a'));
  },
};

import { assert } from 'chai';
import type { EventEndpointRepository } from '../../application/ports/event-endpoints.ts';
import type { EventEndpoint } from '../../domain/events/event-endpoint.ts';
import type { Contract } from '../support/contract.ts';

const endpoint = (endpoint_id: string, more: Partial<EventEndpoint> = {}): EventEndpoint => ({
  ...{ endpoint_id, org_id: 'org', url: 'https://crm.example.com/', description: '', event_types: ['call.ended'] },
  ...{ state: 'enabled', secret: 'enc:v1:secret', created_by: 'ada@example.com' },
  ...{ created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' },
  ...more,
});

export const eventEndpointsContract: Contract<EventEndpointRepository> = {
  'finds an endpoint of its organisation': async (endpoints) => {
    await endpoints.add(endpoint('a'));
    await endpoints.add(endpoint('b'));
    assert.deepEqual(await endpoints.find('org', 'a'), endpoint('a'));
    assert.isNull(await endpoints.find('other', 'a'));
    assert.isNull(await endpoints.find('org', 'c'));
  },

  'lists the endpoints of one organisation, newest first': async (endpoints) => {
    const newer = endpoint('b', { created_at: '2026-01-02T00:00:00.000Z' });
    for (const each of [endpoint('a'), newer, endpoint('c', { org_id: 'other' })]) await endpoints.add(each);
    assert.deepEqual(await endpoints.list('org'), [newer, endpoint('a')]);
  },

  'changes the given fields of one endpoint': async (endpoints) => {
    await endpoints.add(endpoint('z'));
    await endpoints.add(endpoint('a'));
    assert.deepEqual(await endpoints.change('org', 'a', { state: 'disabled' }), endpoint('a', { state: 'disabled' }));
    assert.isNull(await endpoints.change('other', 'a', { state: 'enabled' }));
    assert.deepEqual(await endpoints.find('org', 'a'), endpoint('a', { state: 'disabled' }));
    assert.deepEqual(await endpoints.find('org', 'z'), endpoint('z'));
  },

  'changes an endpoint only while it is as it was seen': async (endpoints) => {
    await endpoints.add(endpoint('a'));
    const failing = { failing_since: '2026-01-01T00:00:00.000Z' };
    const healthy = { state: 'enabled', failing_since: null } as const;
    assert.deepEqual(await endpoints.change('org', 'a', failing, healthy), endpoint('a', failing));
    assert.isNull(await endpoints.change('org', 'a', { state: 'disabled' }, healthy));
    assert.isNull(await endpoints.change('org', 'a', { secret: 'enc:v1:new' }, { secret: 'enc:v1:other' }));
    assert.deepEqual(await endpoints.find('org', 'a'), endpoint('a', failing));
  },

  'finds endpoints of all organisations with a notice that is due, oldest first': async (endpoints) => {
    const due = (id: string, second: number, more: Partial<EventEndpoint> = {}) =>
      endpoint(id, { notice_due_at: `2026-01-01T00:00:0${second}.000Z`, ...more });
    const all = [
      endpoint('a'),
      due('b', 2),
      due('c', 1, { org_id: 'other' }),
      due('d', 5),
      endpoint('e', { notice_due_at: null }),
    ];
    for (const each of all) await endpoints.add(each);
    const idsAt = async (second: number, limit: number) =>
      (await endpoints.withNotice(`2026-01-01T00:00:0${second}.000Z`, limit)).map(({ endpoint_id }) => endpoint_id);
    assert.deepEqual(await idsAt(3, 9), ['c', 'b']);
    assert.deepEqual(await idsAt(3, 1), ['c']);
    assert.isEmpty(await idsAt(1, 9));
  },

  'removes one endpoint once and says so': async (endpoints) => {
    for (const id of ['a', 'b']) await endpoints.add(endpoint(id));
    assert.isFalse(await endpoints.remove('other', 'a'));
    assert.isTrue(await endpoints.remove('org', 'a'));
    assert.isFalse(await endpoints.remove('org', 'a'));
    assert.deepEqual(await endpoints.list('org'), [endpoint('b')]);
  },

  'removes all endpoints of one organisation': async (endpoints) => {
    for (const each of [endpoint('a'), endpoint('b', { org_id: 'other' })]) await endpoints.add(each);
    await endpoints.removeAll('org');
    assert.deepEqual(await endpoints.list('org'), []);
    assert.deepEqual(await endpoints.list('other'), [endpoint('b', { org_id: 'other' })]);
  },
};

import { assert } from 'chai';
import type { AuditEventRepository, AuditFilter } from '../../application/ports/audit-events.ts';
import type { AuditEvent } from '../../domain/audit/event.ts';
import type { Contract } from '../support/contract.ts';

const event = (id: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  event_id: id,
  org_id: 'org',
  actor: 'ann',
  action: 'agent.delete',
  target_kind: 'agent',
  target_id: 'a1',
  outcome: 'unfinished',
  address: '127.0.0.1',
  request_id: `request of ${id}`,
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

const hour = (at: number): string => `2026-01-01T0${at}:00:00.000Z`;
const ALL = { limit: 100, offset: 0 };

async function idsOf(events: AuditEventRepository, filter: AuditFilter = {}, page = ALL): Promise<string> {
  return (await events.list('org', filter, page)).map(({ event_id }) => event_id).join('');
}

export const auditEventsContract: Contract<AuditEventRepository> = {
  "lists an organisation's events whole and newest first, page by page, and counts them": async (events) => {
    for (const [at, id] of ['a', 'b', 'c', 'd'].entries()) await events.add(event(id, { created_at: hour(at >> 1) }));
    await events.add(event('x', { org_id: 'other' }));
    await events.add(event('y', { org_id: null, actor: null, target_id: null, address: null }));
    assert.equal(await idsOf(events), 'dcba');
    assert.equal(await idsOf(events, {}, { limit: 2, offset: 1 }), 'cb');
    assert.equal(await events.count('org', {}), 4);
    assert.deepEqual((await events.list('org', {}, ALL)).at(-1), event('a', { created_at: hour(0) }));
  },

  'finds them by action, by actor and by time, the first moment included and the last not': async (events) => {
    await events.add(event('a', { created_at: hour(0) }));
    await events.add(event('b', { created_at: hour(1), actor: 'ben' }));
    await events.add(event('c', { created_at: hour(2), action: 'member.invite' }));
    await events.add(event('d', { created_at: hour(3), action: 'member.invite', actor: 'ben' }));
    assert.equal(await idsOf(events, { action: 'member.invite' }), 'dc');
    assert.equal(await idsOf(events, { actor: 'ben' }), 'db');
    assert.equal(await idsOf(events, { actor: 'ben', action: 'agent.delete' }), 'b');
    assert.equal(await idsOf(events, { from: hour(1), to: hour(3) }), 'cb');
    assert.equal(await events.count('org', { from: hour(1), to: hour(3), actor: 'ben' }), 1);
    assert.equal(await events.count('org', { actor: 'nobody' }), 0);
  },

  'settles an event once, and changes nothing else': async (events) => {
    await events.add(event('a'));
    await events.add(event('b'));
    await events.recordOutcome('b', 'done');
    await events.recordOutcome('b', 'refused');
    await events.recordOutcome('none', 'done');
    assert.deepEqual(await events.list('org', {}, ALL), [event('b', { outcome: 'done' }), event('a')]);
  },

  'settles an event together with the id of what it made': async (events) => {
    await events.add(event('a', { target_id: null }));
    await events.recordOutcome('a', 'done', 'a2');
    await events.recordOutcome('a', 'done', 'a3');
    assert.deepEqual(await events.list('org', {}, ALL), [event('a', { outcome: 'done', target_id: 'a2' })]);
  },

  'removes what is older than a moment, wherever it belongs, and nothing else': async (events) => {
    await events.add(event('a', { created_at: hour(0) }));
    await events.add(event('x', { created_at: hour(0), org_id: 'other' }));
    await events.add(event('b', { created_at: hour(1) }));
    await events.removeBefore(hour(1));
    assert.equal(await idsOf(events), 'b');
    assert.equal(await events.count('other', {}), 0);
  },

  "lists an organisation's events from a time on, oldest first, by page": async (events) => {
    for (const [at, id] of ['c', 'b', 'a'].entries()) await events.add(event(id, { created_at: hour(3 - at) }));
    await events.add(event('x', { org_id: 'other', created_at: hour(2) }));
    const listed = async (from: string, limit = 10, offset = 0) =>
      (await events.listFrom('org', from, { limit, offset })).map(({ event_id }) => event_id).join('');
    assert.equal(await listed(''), 'abc');
    assert.equal(await listed(hour(2)), 'bc');
    assert.equal(await listed('', 1, 1), 'b');
  },

  'replaces the target of one event, settled or not': async (events) => {
    await events.add(event('a'));
    await events.add(event('b', { created_at: hour(1) }));
    await events.recordOutcome('b', 'done');
    await events.replaceTarget('b', 'masked');
    const whole = event('b', { created_at: hour(1), outcome: 'done', target_id: 'masked' });
    assert.deepEqual(await events.list('org', {}, ALL), [whole, event('a')]);
  },
};

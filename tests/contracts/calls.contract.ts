import { assert } from 'chai';
import type { CallRepository } from '../../application/ports/calls.ts';
import { CALL_STATUSES, webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { Contract } from '../support/contract.ts';

const NOON = '2026-01-01T12:00:00.000Z';

const call = (id: string, more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({
    call_id: id,
    org_id: 'org',
    agent_id: 'agent',
    agent_name: 'Desk',
    custom_variables: { name: 'Ann', nested: { order: 7 } },
    now: new Date(NOON),
  }),
  ...more,
});

export const callsContract: Contract<CallRepository> = {
  'finds a call of its organisation, whole': async (calls) => {
    await calls.add(call('a'));
    await calls.add(call('b', { provider_call_sid: 'sid', status: 'completed', duration: 1.25 }));
    assert.deepEqual(
      await calls.find('org', 'b'),
      call('b', { provider_call_sid: 'sid', status: 'completed', duration: 1.25 }),
    );
    assert.isNull(await calls.find('org', 'c'));
  },

  "knows nothing of another organisation's calls": async (calls) => {
    await calls.add(call('a'));
    assert.isNull(await calls.find('other', 'a'));
    assert.isNull(await calls.update('other', 'a', 'initiated', { status: 'failed' }));
    assert.equal(await calls.countLive('other', NOON), 0);
    assert.deepEqual(await calls.find('org', 'a'), call('a'));
  },

  'never keeps two calls under one id': async (calls) => {
    await calls.add(call('a'));
    const outcome = await calls.add(call('a', { org_id: 'other' })).then(
      () => 'added',
      () => 'refused',
    );
    assert.equal(outcome, 'refused');
    assert.isNull(await calls.find('other', 'a'));
  },

  'replaces the given fields while the call has the status that was seen': async (calls) => {
    await calls.add(call('a', { error_message: 'no answer yet' }));
    await calls.add(call('b'));
    const changed = await calls.update('org', 'a', 'initiated', { status: 'in_progress', error_message: null });
    assert.deepEqual(changed, call('a', { status: 'in_progress' }));
    assert.deepEqual(await calls.find('org', 'a'), changed);
    assert.deepEqual(await calls.find('org', 'b'), call('b'));
  },

  'leaves a call alone that has moved on': async (calls) => {
    await calls.add(call('a', { status: 'completed' }));
    assert.isNull(await calls.update('org', 'a', 'in_progress', { status: 'failed' }));
    assert.deepEqual(await calls.find('org', 'a'), call('a', { status: 'completed' }));
  },

  'lets one of twenty move a call on that all saw the same': async (calls) => {
    await calls.add(call('a'));
    const moves = Array.from({ length: 20 }, (_, turn) =>
      calls.update('org', 'a', 'initiated', { status: 'ringing', agent_name: String(turn) }),
    );
    const moved = (await Promise.all(moves)).filter((each) => each !== null);
    assert.lengthOf(moved, 1);
    assert.deepEqual(await calls.find('org', 'a'), moved[0]);
  },

  'counts calls that ring or go on however old, and initiated ones from a moment on': async (calls) => {
    const old = '2026-01-01T11:59:59.999Z';
    for (const status of CALL_STATUSES) await calls.add(call(`old ${status}`, { status, created_at: old }));
    assert.equal(await calls.countLive('org', NOON), 2);
    await calls.add(call('initiated on the moment'));
    await calls.add(call('initiated later', { created_at: '2026-01-01T12:00:01.000Z' }));
    await calls.add(call('ringing', { status: 'ringing' }));
    assert.equal(await calls.countLive('org', NOON), 5);
    assert.equal(await calls.countLive('org', old), 6);
  },
};

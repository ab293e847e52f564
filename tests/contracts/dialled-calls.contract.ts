import { assert } from 'chai';
import type { CallRepository } from '../../application/ports/calls.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { Contract } from '../support/contract.ts';

const NOON = new Date('2026-01-01T12:00:00.000Z');

const call = (call_id: string, more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({ call_id, org_id: 'org', agent_id: 'agent', agent_name: 'Desk', custom_variables: {}, now: NOON }),
  ...more,
});

export const dialledCallsContract: Contract<CallRepository> = {
  'records the sids of the calls that are as they were seen, and no sid of another call': async (calls) => {
    const at = '2026-01-01T12:00:05.000Z';
    const failed = (id: string) => call(id, { error_message: 'no answer yet' });
    await calls.addAll([failed('a'), failed('b'), failed('c'), call('d', { status: 'ringing' })]);
    await calls.add(call('e', { provider_call_sid: 'taken' }));
    const seen = { a: failed('a'), b: failed('b'), c: failed('c'), d: call('d') };
    const wanted = [
      { seen: seen.a, sid: 'sid a', at },
      { seen: seen.b, sid: 'taken', at },
      { seen: seen.c, sid: 'sid c', at: '2020-01-01T00:00:00.000Z' },
      { seen: seen.d, sid: 'sid d', at },
      { seen: call('f'), sid: 'sid f', at },
    ];
    assert.equal(await calls.recordSids(wanted), 2);
    const named = { error_message: null, provider_call_sid: 'sid a', updated_at: at };
    assert.deepEqual(await calls.find('org', 'a'), call('a', named));
    assert.deepEqual(await calls.find('org', 'b'), failed('b'));
    const later = { ...named, provider_call_sid: 'sid c', updated_at: '2026-01-01T12:00:00.001Z' };
    assert.deepEqual(await calls.find('org', 'c'), call('c', later), 'its time moves on');
    assert.deepEqual(await calls.find('org', 'd'), call('d', { status: 'ringing' }));
    assert.isNull(await calls.find('org', 'f'));
    assert.equal(await calls.recordSids(wanted), 0, 'they have changed since');
    assert.equal(await calls.recordSids([]), 0);
  },
};

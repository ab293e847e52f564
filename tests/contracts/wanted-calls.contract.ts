import { assert } from 'chai';
import type { CallRepository } from '../../application/ports/calls.ts';
import type { CallFilter } from '../../domain/calls/call-filter.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { Contract } from '../support/contract.ts';

const NOON = new Date('2026-01-01T12:00:00.000Z');

const call = (call_id: string, more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({ call_id, org_id: 'org', agent_id: 'agent', agent_name: 'Desk', custom_variables: {}, now: NOON }),
  ...more,
});

export const wantedCallsContract: Contract<CallRepository> = {
  'lists calls that have gaps, the newest first, until they have none': async (calls) => {
    const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    for (const [id, second, more] of [
      ['a', 1, { gaps: 2 }],
      ['b', 2, {}],
      ['c', 3, { gaps: 1, agent_id: 'another' }],
      ['d', 4, { gaps: null }],
      ['e', 5, { gaps: 10 }],
      ['f', 6, { gaps: 1, org_id: 'other' }],
    ] as const)
      await calls.add(call(id, { created_at: at(second), ...more }));
    const idsOf = (found: readonly CallLog[]) => found.map(({ call_id }) => call_id).join('');
    assert.equal(idsOf(await calls.listWithGaps('org', {}, 9)), 'eca');
    assert.equal(idsOf(await calls.listWithGaps('org', { agent_id: 'agent' }, 1)), 'e');
    await calls.update('org', 'e', (await calls.find('org', 'e'))!, { gaps: null });
    assert.equal(idsOf(await calls.listWithGaps('org', {}, 9)), 'ca');
  },

  'lists and counts the calls of a version of an agent, and those of a canary': async (calls) => {
    const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    for (const [id, second, more] of [
      ['a', 1, { agent_version: 1 }],
      ['b', 2, { agent_version: 2, canary_id: 'c1' }],
      ['c', 3, { agent_version: 1, canary_id: 'c1' }],
      ['d', 4, { agent_version: 2, canary_id: null }],
      ['e', 5, { agent_version: 2, agent_id: 'another' }],
      ['f', 6, { agent_version: 2, canary_id: 'c1', org_id: 'other' }],
      ['g', 7, { agent_version: null }],
    ] as const)
      await calls.add(call(id, { created_at: at(second), ...more }));
    const idsOf = (found: readonly CallLog[]) => found.map(({ call_id }) => call_id).join('');
    const second = { agent_id: 'agent', agent_version: 2 };
    assert.equal(idsOf(await calls.list('org', { limit: 9, offset: 0 }, second)), 'db');
    assert.deepEqual([await calls.count('org', second), await calls.count('org', { ...second, below: at(3) })], [2, 1]);
    assert.equal(idsOf(await calls.listOldest('org', { canary_id: 'c1' }, 9)), 'bc');
    assert.equal(idsOf(await calls.listOldest('org', { canary_id: 'c1', from: at(3) }, 9)), 'c');
  },

  'finds calls by their type, how they stand, a part of a number and their campaign': async (calls) => {
    const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    const dialled = { call_type: 'outbound', from_number: '+14155550100' } as const;
    for (const [id, second, more] of [
      ['a', 1, { status: 'completed', call_response: 'answered' }],
      ['b', 2, { ...dialled, to_number: '+4930123', status: 'ringing' }],
      ['c', 3, { ...dialled, to_number: '+4930456', status: 'completed', call_response: 'voicemail' }],
      ['d', 4, { ...dialled, to_number: '+331', status: 'failed', call_response: 'answered', campaign_id: 'spring' }],
      ['e', 5, { ...dialled, to_number: '+332', status: 'failed', campaign_id: 'spring' }],
      ['f', 6, { call_type: 'inbound', from_number: '+4930123', to_number: '+14155550100', status: 'in_progress' }],
      ['g', 7, { call_type: 'inbound', from_number: '+4930123', to_number: '+14155550100', org_id: 'other' }],
    ] as const)
      await calls.add(call(id, { created_at: at(second), ...more }));
    const found = async (wanted: CallFilter) => {
      const listed = await calls.list('org', { limit: 9, offset: 0 }, wanted);
      const ids = listed.map(({ call_id }) => call_id).join('');
      assert.equal(await calls.count('org', wanted), ids.length, ids);
      return ids;
    };
    assert.equal(await found({ call_type: 'outbound' }), 'edcb');
    assert.equal(await found({ standing: 'live' }), 'fb');
    assert.equal(await found({ standing: 'answered' }), 'da');
    assert.equal(await found({ standing: 'missed' }), 'ec');
    assert.equal(await found({ number: '30123' }), 'fb');
    assert.equal(await found({ number: '+1415' }), 'fedcb');
    assert.equal(await found({ number: '.' }), '');
    assert.equal(await found({ campaign_id: 'spring', standing: 'missed' }), 'e');
    assert.equal(await found({ call_type: 'inbound', standing: 'live', number: '4930', from: at(6) }), 'f');
    assert.equal(await found({ call_type: 'outbound', agent_id: 'another' }), '');
  },

  'lists, counts and reads the wanted calls of an agent and a time, newest first, or the oldest of them': async (
    calls,
  ) => {
    const at = (second: number) => `2026-01-01T12:00:0${second}.000Z`;
    for (const [id, second, more] of [
      ['b', 2, {}],
      ['a', 1, {}],
      ['d', 4, {}],
      ['c', 3, { agent_id: 'another' }],
      ['e', 3, { org_id: 'other' }],
    ] as const)
      await calls.add(call(id, { created_at: at(second), ...more }));
    const idsOf = (found: readonly CallLog[]) => found.map(({ call_id }) => call_id).join('');
    const page = { limit: 9, offset: 0 };
    const ofAgent = { agent_id: 'agent', from: at(2) };
    assert.equal(idsOf(await calls.list('org', page, ofAgent)), 'db');
    assert.equal(idsOf(await calls.list('org', { limit: 1, offset: 1 }, { below: at(4) })), 'b');
    assert.deepEqual([await calls.count('org', ofAgent), await calls.count('org')], [2, 4]);
    assert.equal(idsOf(await calls.listOldest('org', { from: at(2), below: at(4) }, 9)), 'bc');
    assert.equal(idsOf(await calls.listOldest('org', {}, 1)), 'a');
    const read: CallLog[] = [];
    for await (const each of calls.each('org', ofAgent)) read.push(each);
    assert.equal(idsOf(read), 'db');
    assert.sameMembers([...idsOf(await calls.findMany('org', ['a', 'e', 'x', 'd']))], ['a', 'd']);
  },
};

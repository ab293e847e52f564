import { assert } from 'chai';
import type { CallRepository } from '../../application/ports/calls.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import type { Contract } from '../support/contract.ts';

const call = (call_id: string, more: Partial<CallLog> = {}): CallLog => ({
  ...webCall({
    ...{ call_id, org_id: 'org', agent_id: 'agent', agent_name: 'Desk', custom_variables: {} },
    now: new Date('2026-01-01T12:00:00.000Z'),
  }),
  ...more,
});

/** What a retention needs of the repository of calls. */
export const expiredCallsContract: Contract<CallRepository> = {
  'lists the calls registered before a time, oldest first, all or those with an artifact': async (calls) => {
    const of = (hour: number, more: Partial<CallLog> = {}) =>
      call(`at ${hour}`, { created_at: `2026-01-01T0${hour}:00:00.000Z`, ...more });
    const left = { recording_url: 'r', transcript_url: 't' };
    for (const each of [of(3, { recording_url: 'r' }), of(1, left), of(2), of(4), of(0, { org_id: 'other' })])
      await calls.add(each);
    const listed = async (more: { from?: string; having?: 'recording' | 'transcript' }, limit = 10, offset = 0) =>
      (await calls.listBefore('org', { moment: of(4).created_at, ...more }, { limit, offset })).map(
        ({ call_id }) => call_id,
      );
    assert.deepEqual(await listed({}), ['at 1', 'at 2', 'at 3']);
    assert.deepEqual(await listed({}, 1, 1), ['at 2']);
    assert.deepEqual(await listed({ from: of(2).created_at }), ['at 2', 'at 3']);
    assert.deepEqual(await listed({ having: 'recording' }), ['at 1', 'at 3']);
    assert.deepEqual(await listed({ having: 'transcript' }), ['at 1']);
  },

  'removes the log of one call': async (calls) => {
    for (const id of ['a', 'b']) await calls.add(call(id));
    await calls.remove('other', 'b');
    for (let times = 0; times < 2; times += 1) await calls.remove('org', 'a');
    assert.isNull(await calls.find('org', 'a'));
    assert.deepEqual(await calls.find('org', 'b'), call('b'));
  },
};

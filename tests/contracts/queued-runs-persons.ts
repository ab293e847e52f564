import { assert } from 'chai';
import type { QueuedRunRepository } from '../../application/ports/queued-runs.ts';
import { retryOf, sameContact, toDialing, toDone, type QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { Contract } from '../support/contract.ts';
import { at, ids, run } from './queued-run-examples.ts';

/** The part of the contract about callbacks, persons and who called them. */
export const RUNS_OF_PERSONS: Contract<QueuedRunRepository> = {
  'lists callbacks of an organisation: those that are not over by time, or all from the latest on': async (runs) => {
    const callback = { call_id: 'x', source: 'api', requested_by: 'ada', requested_at: at(0), note: null } as const;
    const agreed = (id: string, contact: number, seconds: number, more: Partial<QueuedRun> = {}): QueuedRun =>
      run(id, contact, {
        callback: { ...callback, at: at(seconds), timezone: 'UTC' },
        ...{ callback_org: 'o1', callback_at: at(seconds), ...more },
      });
    const other = { org_id: 'o2', callback_org: 'o2' };
    await runs.addAll([run('a', 0), agreed('late', 1, 9), agreed('soon', 2, 5), agreed('foreign', 3, 6, other)]);
    await runs.addAll([agreed('over', 4, 7, { state: 'done' }), agreed('calling', 5, 4, { state: 'in_call' })]);
    const { callback: _callback, ...retry } = agreed('retry', 4, 7, { attempt: 1 });
    await runs.addAll([agreed('judged', 6, 3, { state: 'judging' }), retry]);
    const found = async (upcoming: boolean, limit = 9, offset = 0) =>
      ids(await runs.listCallbacks('o1', { upcoming, limit, offset }));
    assert.deepEqual(await found(true), ['calling', 'soon', 'retry', 'late']);
    assert.deepEqual(await found(false), ['late', 'over', 'soon', 'calling', 'judged']);
    assert.deepEqual(await found(true, 1, 1), ['soon']);
    assert.deepEqual(await runs.listCallbacks('o1', { upcoming: true, limit: 1, offset: 3 }), [agreed('late', 1, 9)]);
  },

  'shows all dials of persons: those at their positions, and callbacks with their retries': async (runs) => {
    await runs.addAll([run('first', 4), run('retry', 4, { attempt: 1 }), run('stranger', 5), run('other', 7)]);
    await runs.addAll([run('back', 1_000, { person_index: 4 }), run('again', 1_000, { person_index: 4, attempt: 1 })]);
    await runs.addAll([run('alone', 1_001), run('back to it', 1_002, { person_index: 1_001 })]);
    await runs.addAll([run('elsewhere', 4, { campaign_id: 'c2' }), run('nobody', 1_003, { person_index: 5 })]);
    const found = async (...positions: number[]) => ids(await runs.ofPersons('c1', positions));
    assert.sameMembers(await found(4), ['first', 'retry', 'back', 'again']);
    assert.sameMembers(await found(7, 1_001), ['other', 'alone', 'back to it']);
    assert.deepEqual(await runs.ofPersons('c1', [1_002]), [run('back to it', 1_002, { person_index: 1_001 })]);
    assert.isEmpty(await found());
  },

  'keeps the agent and the number that called a contact for its retry, its callback and a redial': async (runs) => {
    const by = { agent_id: 'second', from_number: '+15550100009' };
    await runs.addAll([run('first', 0)]);
    const seen = (await runs.find('first'))!;
    const changes = toDialing('call', 'engine', new Date(at(1)), by);
    assert.equal(await runs.changeAll([{ seen, changes }]), 1);
    const dialled = (await runs.find('first'))!;
    assert.include(dialled, by);
    const retry = retryOf(dialled, 'retry', at(3), new Date(at(2)));
    await runs.addAll([retry, run('back', 1_000, { person_index: 0, ...by })]);
    const done = toDone('no_answer', true, new Date(at(2)));
    assert.equal(await runs.changeAll([{ seen: dialled, changes: done }]), 1);
    const readings = [
      (await runs.due('c1', at(4), 9)).runs,
      await runs.findMany(['retry', 'back']),
      await runs.ofContacts('c1', 0),
      await runs.ofPersons('c1', [0]),
      await runs.listFinal('c1', ['no_answer'], 0, 9),
    ];
    assert.deepEqual(
      readings.map(({ length }) => length),
      [2, 2, 2, 3, 1],
    );
    for (const found of readings.flat()) assert.include(sameContact(found), by);
  },
};

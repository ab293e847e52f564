import { assert } from 'chai';
import type { QueuedRunRepository } from '../../application/ports/queued-runs.ts';
import type { QueuedRun } from '../../domain/campaigns/queued-run.ts';
import type { Contract } from '../support/contract.ts';
import { at, ids, run } from './queued-run-examples.ts';
import { RUNS_OF_PERSONS } from './queued-runs-persons.ts';

const dueIds = async (runs: QueuedRunRepository, ...args: Parameters<QueuedRunRepository['due']>): Promise<string[]> =>
  ids((await runs.due(...args)).runs);

export const queuedRunsContract: Contract<QueuedRunRepository> = {
  ...RUNS_OF_PERSONS,

  'finds runs by their ids, whole': async (runs) => {
    await runs.addAll([run('a', 0), run('b', 1, { not_before: at(5) }), run('c', 2)]);
    assert.deepEqual(await runs.find('b'), run('b', 1, { not_before: at(5) }));
    assert.isNull(await runs.find('d'));
    assert.sameMembers(ids(await runs.findMany(['a', 'c', 'd'])), ['a', 'c']);
    assert.isEmpty(await runs.findMany([]));
  },

  'keeps each attempt of a contact once, also when it is added again': async (runs) => {
    await runs.addAll([run('a', 0), run('b', 1)]);
    await runs.addAll([
      run('a again', 0),
      run('c', 2),
      run('retry', 0, { attempt: 1 }),
      run('other', 0, { campaign_id: 'c2' }),
    ]);
    assert.sameMembers(ids(await runs.findMany(['a', 'a again', 'b', 'c', 'retry', 'other'])), [
      'a',
      'b',
      'c',
      'retry',
      'other',
    ]);
  },

  'answers what is due: first what waited for its moment, then contact by contact': async (runs) => {
    await runs.addAll([
      run('third', 2),
      run('second', 1),
      run('late', 9, { not_before: at(3) }),
      run('early', 8, { not_before: at(2) }),
      run('future', 0, { not_before: at(4) }),
      run('done', 3, { state: 'done' }),
      run('elsewhere', 4, { campaign_id: 'c2' }),
    ]);
    assert.deepEqual(await dueIds(runs, 'c1', at(3), 10), ['early', 'late', 'second', 'third']);
    assert.deepEqual(await dueIds(runs, 'c1', at(3), 3), ['early', 'late', 'second']);
    assert.deepEqual(await dueIds(runs, 'c1', at(3), 1), ['early']);
    assert.deepEqual(await dueIds(runs, 'c1', at(1), 1), ['second']);
  },

  'knows the next moment for which a run waits': async (runs) => {
    await runs.addAll([run('a', 0), run('b', 1, { not_before: at(7) }), run('c', 2, { not_before: at(6) })]);
    await runs.addAll([
      run('d', 3, { not_before: at(5), state: 'done' }),
      run('e', 0, { not_before: at(4), campaign_id: 'c2' }),
      run('f', 1, { not_before: at(8), campaign_id: 'c2' }),
    ]);
    assert.deepEqual(await runs.due('c2', at(3), 10), { runs: [], next: at(4) });
    assert.deepEqual(await runs.due('c3', at(9), 10), { runs: [], next: null });
    await runs.change(run('c', 2, { not_before: at(6) }), { state: 'done' });
    await runs.change(run('a', 0), { state: 'done' });
    assert.deepEqual(await runs.due('c1', at(6), 1), { runs: [], next: at(7) });
  },

  'lists what waits for a time, by contact and in pages': async (runs) => {
    await runs.addAll([
      run('a', 0),
      ...[3, 1, 2].map((index) => run(`${index}`, index, { not_before: at(9 - index) })),
      run('judged', 4, { not_before: at(1), state: 'judging' }),
      run('done', 6, { not_before: at(1), state: 'done' }),
      run('other', 5, { not_before: at(1), campaign_id: 'c2' }),
    ]);
    assert.deepEqual(ids(await runs.listDelayed('c1', 0, 9)), ['1', '2', '3', 'judged']);
    assert.deepEqual(ids(await runs.listDelayed('c1', 2, 1)), ['2']);
    assert.deepEqual(ids(await runs.listDelayed('c1', 4, 9)), ['judged']);
  },

  'counts what is out': async (runs) => {
    const states = ['queued', 'dialing', 'dialing', 'in_call', 'done'] as const;
    await runs.addAll(states.map((state, index) => run(`${index}`, index, { state })));
    await runs.addAll([run('other', 0, { state: 'in_call', campaign_id: 'c2' })]);
    assert.equal(await runs.countActive('c1'), 3);
  },

  'changes a run that is as it was seen, and no other': async (runs) => {
    await runs.addAll([run('a', 0), run('b', 1)]);
    const changed = await runs.change(run('a', 0), { state: 'dialing', call_id: 'call', lease_until: at(9) });
    assert.deepEqual(changed, run('a', 0, { state: 'dialing', call_id: 'call', lease_until: at(9), epoch: 1 }));
    assert.deepEqual(await runs.find('a'), changed);
    assert.deepEqual(await runs.find('b'), run('b', 1));
    assert.isNull(await runs.change(run('a', 0), { state: 'done' }));
    assert.deepEqual(await runs.find('a'), changed);
  },

  'changes of several those that are as they were seen, and says how many they were': async (runs) => {
    await runs.addAll([run('a', 0), run('b', 1), run('c', 2), run('d', 3)]);
    await runs.change(run('b', 1), { state: 'in_call' });
    const ends = ['a', 'b', 'gone', 'c'].map((id, index) => ({
      seen: run(id, index),
      changes: { state: 'done', outcome: 'busy' } as const,
    }));
    assert.equal(await runs.changeAll(ends), 2);
    const after = await Promise.all(['a', 'b', 'c', 'd'].map((id) => runs.find(id)));
    assert.deepEqual(
      after.map((each) => [each?.state, each?.outcome, each?.epoch]),
      [
        ['done', 'busy', 1],
        ['in_call', null, 1],
        ['done', 'busy', 1],
        ['queued', null, 0],
      ],
    );
    assert.equal(await runs.changeAll(ends), 0);
    assert.equal(await runs.changeAll([]), 0);
  },

  'lets one of many claim a run': async (runs) => {
    await runs.addAll([run('a', 0)]);
    const claims = Array.from({ length: 20 }, () => runs.change(run('a', 0), { state: 'dialing' }));
    assert.lengthOf((await Promise.all(claims)).filter(Boolean), 1);
    const together = Array.from({ length: 10 }, () =>
      runs.changeAll([{ seen: run('a', 0, { epoch: 1 }), changes: { state: 'in_call' } }]),
    );
    assert.equal(
      (await Promise.all(together)).reduce((sum, count) => sum + count, 0),
      1,
    );
  },

  'shows what is overdue, the oldest first': async (runs) => {
    await runs.addAll([
      run('late', 0, { state: 'in_call', lease_until: at(2) }),
      run('early', 1, { state: 'dialing', lease_until: at(1), campaign_id: 'c2' }),
      run('not yet', 2, { state: 'dialing', lease_until: at(3) }),
      run('queued', 3),
    ]);
    assert.deepEqual(ids(await runs.overdue(at(3), 10)), ['early', 'late']);
    assert.deepEqual(ids(await runs.overdue(at(3), 1)), ['early']);
  },

  'shows the final runs of the wanted outcomes, contact by contact': async (runs) => {
    const over = (id: string, index: number, outcome: QueuedRun['outcome'], is_final = true) =>
      run(id, index, { state: 'done', outcome, is_final });
    await runs.addAll([
      over('busy', 5, 'busy'),
      over('failed', 1, 'failed'),
      over('answered', 2, 'answered'),
      over('retried', 3, 'busy', false),
      over('unknown', 4, 'unknown'),
      run('open', 6),
    ]);
    await runs.addAll([{ ...over('elsewhere', 0, 'busy'), campaign_id: 'c2' }]);
    const wanted = ['busy', 'failed', 'unknown'] as const;
    assert.deepEqual(ids(await runs.listFinal('c1', wanted, 0, 10)), ['failed', 'unknown', 'busy']);
    assert.deepEqual(ids(await runs.listFinal('c1', wanted, 2, 1)), ['unknown']);
  },

  "shows all runs of a campaign's contacts, contact by contact, in several steps": async (runs) => {
    await runs.addAll([run('far', 9_000, { state: 'done' }), run('second', 1), run('first', 0)]);
    await runs.addAll([run('retry', 1, { attempt: 1 }), run('elsewhere', 2, { campaign_id: 'c2' })]);
    const near = await runs.ofContacts('c1', 0);
    const far = await runs.ofContacts('c1', 2);
    assert.isEmpty(await runs.ofContacts('c1', 9_001));
    const found = [...near, ...far];
    assert.sameMembers(ids(found).slice(1, 3), ['second', 'retry']);
    assert.deepEqual([ids(found)[0], ids(found)[3], found.length], ['first', 'far', 4]);
  },

  'removes all of a campaign, however many': async (runs) => {
    const many = Array.from({ length: 2_500 }, (_, index) => run(`${index}`, index));
    for (let from = 0; from < many.length; from += 500) await runs.addAll(many.slice(from, from + 500));
    await runs.addAll([run('far', 9_000_000), run('other', 0, { campaign_id: 'c2' })]);
    await runs.removeAll('c1');
    assert.isEmpty(await dueIds(runs, 'c1', at(9), 10));
    assert.isNotNull(await runs.find('other'));
  },

  'lets several remove all of a campaign at the same time': async (runs) => {
    await runs.addAll([run('first', 0), run('far', 9_000)]);
    await Promise.all([runs.removeAll('c1'), runs.removeAll('c1'), runs.removeAll('c1')]);
    assert.isEmpty(await runs.findMany(['first', 'far']));
  },
};

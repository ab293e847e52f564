import { assert } from 'chai';
import type { RehearsalRunRepository } from '../../application/ports/rehearsal-runs.ts';
import type { RehearsalRun } from '../../domain/rehearsal/rehearsal-run.ts';
import type { Contract } from '../support/contract.ts';
import { momentAt as at, rehearsalRun } from './rehearsal-examples.ts';

const run = rehearsalRun;
const page = { limit: 9, offset: 0 };
const idsOf = (runs: readonly RehearsalRun[]): string[] => runs.map(({ run_id }) => run_id);
const span = (now: number, until: number) => ({ now: at(now), until: at(until) });
const published = (id: string, changes: Partial<RehearsalRun> = {}): RehearsalRun =>
  run(id, 1, { state: 'running', origin: 'command', started_at: at(1), ...changes });
const completed = { state: 'completed', finished_at: at(50) } as const;

export const rehearsalRunsContract: Contract<RehearsalRunRepository> = {
  'lists the runs of a suite, newest first, and counts those that are not over': async (runs) => {
    for (const each of [
      run('a', 1),
      run('c', 3),
      run('b', 2),
      run('d', 4, { suite_id: 't' }),
      run('e', 5, { org_id: 'o2' }),
    ])
      await runs.add(each);
    assert.deepEqual(idsOf(await runs.list('o1', 's', page)), ['c', 'b', 'a']);
    assert.deepEqual(await runs.list('o1', 's', { limit: 1, offset: 1 }), [run('b', 2)]);
    assert.deepEqual([await runs.count('o1', 's'), await runs.countUnfinished('o1')], [3, 4]);
    await runs.finish('o1', 'a', completed);
    assert.deepEqual([await runs.count('o1', 's'), await runs.countUnfinished('o1')], [3, 3]);
  },

  'gives one run of an organisation at a time to one owner, the oldest first': async (runs) => {
    await runs.add(run('second', 2));
    await runs.add(run('first', 1));
    await runs.add(run('other', 1, { org_id: 'o2' }));
    assert.sameMembers(await runs.organisationsWithPending(at(5)), ['o1', 'o2']);
    const claims = await Promise.all(['x', 'y', 'z'].map((owner) => runs.claim('o1', owner, span(5, 20))));
    const running = run('first', 1, { state: 'running', started_at: at(5) });
    assert.deepEqual(claims.filter(Boolean), [{ run: running, attempt: 1 }]);
    assert.isNull(await runs.claim('o1', 'late', span(6, 20)));
    assert.deepEqual((await runs.claim('o2', 'x', span(6, 20)))?.run.run_id, 'other');
    const owner = ['x', 'y', 'z'][claims.findIndex(Boolean)]!;
    assert.isNotNull(await runs.finish('o1', 'first', completed, owner));
    assert.equal((await runs.claim('o1', 'late', span(7, 20)))?.run.run_id, 'second');
  },

  'gives a run whose claim ran out to another owner, before those that wait': async (runs) => {
    await runs.add(run('a', 2));
    await runs.claim('o1', 'x', span(5, 20));
    await runs.add(run('b', 1));
    assert.isTrue(await runs.renewClaim('a', 'x', at(30)));
    assert.isFalse(await runs.renewClaim('a', 'y', at(30)));
    assert.isNull(await runs.claim('o1', 'y', span(25, 40)));
    const again = await runs.claim('o1', 'y', span(31, 60));
    assert.deepInclude(again, { attempt: 2 });
    assert.deepInclude(again?.run, { run_id: 'a', started_at: at(5) });
    assert.isFalse(await runs.renewClaim('a', 'x', at(70)));
    assert.isNull(await runs.finish('o1', 'a', completed, 'x'));
  },

  'gives a released run to another owner from then on, without counting the claim': async (runs) => {
    await runs.add(run('a'));
    await runs.claim('o1', 'x', span(5, 20));
    await runs.release('a', 'other', '');
    assert.isNull(await runs.claim('o1', 'y', span(6, 40)));
    await runs.release('a', 'x', at(8));
    assert.isNull(await runs.claim('o1', 'y', span(7, 40)));
    assert.deepInclude(await runs.claim('o1', 'y', span(9, 40)), { attempt: 1 });
  },

  'ends a run once, which can then be neither claimed nor counted': async (runs) => {
    await runs.add(run('a'));
    await runs.add(run('b', 1));
    await runs.claim('o1', 'x', span(5, 20));
    await runs.advance('o1', 'a', 2);
    await runs.advance('o1', 'a', 1);
    assert.deepInclude(await runs.find('o1', 'a'), { conversations_done: 2 });
    assert.isNull(await runs.finish('o2', 'a', completed));
    assert.deepInclude(await runs.finish('o1', 'a', completed), { ...completed, conversations_done: 2 });
    assert.isNull(await runs.finish('o1', 'a', { state: 'canceled' }));
    await runs.advance('o1', 'a', 3);
    assert.isFalse(await runs.renewClaim('a', 'x', at(30)));
    assert.deepInclude(await runs.find('o1', 'a'), { ...completed, conversations_done: 2 });
    assert.deepInclude(await runs.find('o1', 'b'), { state: 'queued' });
    await runs.finish('o1', 'b', completed);
    assert.isEmpty(await runs.organisationsWithPending(at(99)));
  },

  'leaves what is published to its publisher until the time is over, and then gives it to an owner': async (runs) => {
    assert.isTrue(await runs.publish(published('p'), at(60), null));
    await runs.add(run('q', 2));
    assert.equal((await runs.claim('o1', 'x', span(5, 20)))?.run.run_id, 'q');
    assert.isTrue(await runs.keepPublishing('o1', 'p', at(90)));
    assert.isFalse(await runs.keepPublishing('o2', 'p', at(99)));
    assert.isFalse(await runs.keepPublishing('o1', 'q', at(99)));
    assert.isEmpty(await runs.organisationsWithPending(at(15)));
    await runs.finish('o1', 'q', completed);
    assert.isNull(await runs.claim('o1', 'x', span(70, 80)));
    // One that is held at the same time does not matter: it is only ended.
    await runs.add(run('r', 3));
    await runs.claim('o1', 'x', span(71, 99));
    assert.equal((await runs.claim('o1', 'y', span(91, 120)))?.run.run_id, 'p');
    assert.isNotNull(await runs.finish('o1', 'p', { state: 'failed' }, 'y'));
    assert.isFalse(await runs.keepPublishing('o1', 'p', at(150)));
  },

  'keeps one published run of each key of a suite, also under a race': async (runs) => {
    const added = await Promise.all(['a', 'b', 'c'].map((id) => runs.publish(published(id), at(60), 'once')));
    assert.lengthOf(added.filter(Boolean), 1);
    assert.isTrue(await runs.publish(published('d', { suite_id: 't' }), at(60), 'once'));
    assert.isTrue(await runs.publish(published('e'), at(60), 'twice'));
    for (const id of ['f', 'g']) assert.isTrue(await runs.publish(published(id), at(60), null));
    const first = ['a', 'b', 'c'][added.findIndex(Boolean)]!;
    assert.deepEqual(await runs.findPublished('o1', 's', 'once'), published(first));
    assert.deepEqual(await runs.findPublished('o1', 's', 'twice'), published('e'));
    assert.isNull(await runs.findPublished('o2', 's', 'once'));
    assert.isNull(await runs.findPublished('o1', 's', 'thrice'));
  },

  'lists runs with recordings that are over, the oldest first, until they have none any more': async (runs) => {
    for (const [id, second] of Object.entries({ new: 3, old: 1, going: 0, late: 9 })) {
      await runs.publish(published(id, { created_at: at(second) }), at(60), null);
      assert.isTrue(await runs.markRecorded({ org_id: 'o1', run_id: id, created_at: at(second) }));
    }
    await runs.publish(published('silent'), at(60), null);
    await runs.add(run('q'));
    assert.isFalse(await runs.markRecorded({ org_id: 'o2', run_id: 'silent', created_at: at(0) }));
    assert.isFalse(await runs.markRecorded({ org_id: 'o1', run_id: 'q', created_at: at(0) }));
    for (const id of ['new', 'old', 'late', 'silent']) await runs.finish('o1', id, completed);
    assert.isFalse(await runs.markRecorded({ org_id: 'o1', run_id: 'silent', created_at: at(0) }));
    assert.deepEqual(idsOf(await runs.listRecorded('o1', at(5), 9)), ['old', 'new']);
    assert.deepEqual(await runs.listRecorded('o1', at(5), 1), [published('old', { ...completed, created_at: at(1) })]);
    assert.isEmpty(await runs.listRecorded('o2', at(5), 9));
    await runs.unmarkRecorded('o2', 'old');
    await runs.unmarkRecorded('o1', 'new');
    assert.deepEqual(idsOf(await runs.listRecorded('o1', at(5), 9)), ['old']);
  },

  'removes a run that is over, and finds none of another organisation': async (runs) => {
    await runs.add(run('a'));
    await runs.add(run('b'));
    assert.isNull(await runs.find('o2', 'a'));
    assert.isFalse(await runs.remove('o1', 'a'));
    await runs.finish('o1', 'a', completed);
    assert.isFalse(await runs.remove('o2', 'a'));
    assert.isTrue(await runs.remove('o1', 'a'));
    assert.isFalse(await runs.remove('o1', 'a'));
    assert.deepEqual(idsOf(await runs.list('o1', 's', page)), ['b']);
  },
};

import { assert } from 'chai';
import type { AnalysisRunRepository } from '../../application/ports/analysis-runs.ts';
import { newAnalysisRun, runEnd, type AnalysisRun } from '../../domain/calls/analysis-run.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const run = (run_id: string, org_id = 'o1', second = 0): AnalysisRun =>
  newAnalysisRun({ max_calls: 7 }, { run_id, org_id, created_by: 'ada@example.com', now: new Date(at(second)) });
const canceled = runEnd('canceled', new Date(at(50)));

export const analysisRunsContract: Contract<AnalysisRunRepository> = {
  'keeps one running run of an organisation, also under a race, and those that ended': async (runs) => {
    const added = await Promise.all(['a', 'b', 'c'].map((id) => runs.add(run(id))));
    assert.lengthOf(added.filter(Boolean), 1);
    const first = (await runs.list('o1', { limit: 9, offset: 0 }))[0]!;
    assert.isTrue(await runs.add(run('d', 'o2')));
    assert.deepEqual(await runs.finish('o1', first.run_id, canceled), { ...first, ...canceled });
    assert.isNull(await runs.finish('o1', first.run_id, canceled));
    assert.isTrue(await runs.add(run('e', 'o1', 5)));
    const page = await runs.list('o1', { limit: 9, offset: 0 });
    assert.deepEqual(
      page.map(({ run_id, state }) => [run_id, state]),
      [
        ['e', 'running'],
        [first.run_id, 'canceled'],
      ],
    );
    assert.deepEqual(await runs.list('o1', { limit: 1, offset: 1 }), [{ ...first, ...canceled }]);
    assert.deepEqual([await runs.count('o1'), await runs.count('o2')], [2, 1]);
    assert.deepEqual([await runs.countSince('o1', at(5)), await runs.countSince('o1', at(0))], [1, 2]);
  },

  "knows nothing of another organisation's runs": async (runs) => {
    await runs.add(run('a'));
    assert.isNull(await runs.find('o2', 'a'));
    assert.isNull(await runs.finish('o2', 'a', canceled));
    assert.deepEqual(await runs.find('o1', 'a'), run('a'));
  },

  'gives a running run to one owner, and to another when the claim has expired or was released': async (runs) => {
    await runs.add(run('other', 'o2'));
    await runs.add(run('a'));
    assert.sameMembers(await runs.organisationsWithRunning(at(1)), ['o1', 'o2']);
    const claims = await Promise.all(['x', 'y', 'z'].map((owner) => runs.claim('o1', owner, at(20), at(1))));
    assert.deepEqual(claims.filter(Boolean), [run('a')]);
    const owner = ['x', 'y', 'z'][claims.findIndex(Boolean)]!;
    assert.sameMembers(await runs.organisationsWithRunning(at(2)), ['o2']);
    const change = { calls_read: 3, cursor: { at: at(0), ids: ['c1'] } };
    assert.isNull(await runs.advance('a', 'other', change, at(30)));
    assert.deepEqual(await runs.advance('a', owner, change, at(30)), { ...run('a'), ...change });
    assert.isNull(await runs.claim('o1', 'late', at(60), at(25)));
    assert.deepInclude(await runs.claim('o1', 'late', at(60), at(31)), { calls_read: 3 });
    assert.isNull(await runs.advance('a', owner, change, at(40)));
    await runs.release('a', owner, at(32));
    assert.isNull(await runs.claim('o1', 'next', at(60), at(33)));
    await runs.release('a', 'late', at(34));
    assert.isNull(await runs.claim('o1', 'next', at(60), at(33)));
    assert.isNotNull(await runs.claim('o1', 'next', at(60), at(35)));
  },

  'ends a claimed run, which its owner then cannot change': async (runs) => {
    await runs.add(run('a'));
    await runs.claim('o1', 'x', at(20), at(1));
    assert.isNotNull(await runs.finish('o1', 'a', canceled));
    assert.isNull(await runs.advance('a', 'x', { calls_read: 9 }, at(30)));
    assert.isEmpty(await runs.organisationsWithRunning(at(99)));
    assert.isNull(await runs.claim('o1', 'y', at(99), at(98)));
    assert.deepInclude(await runs.find('o1', 'a'), { state: 'canceled', calls_read: 0 });
  },
};

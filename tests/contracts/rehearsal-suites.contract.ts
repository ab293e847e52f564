import { assert } from 'chai';
import type { RehearsalSuiteRepository } from '../../application/ports/rehearsal-suites.ts';
import type { RehearsalSuite } from '../../domain/rehearsal/rehearsal-suite.ts';
import type { Contract } from '../support/contract.ts';

const suite = (suite_id: string, changes: Partial<RehearsalSuite> = {}): RehearsalSuite => ({
  ...{ suite_id, org_id: 'o1', agent_id: 'desk', title: suite_id, titles: ['a table'], conversations: 1 },
  ...{ is_held_here: true, source: 'title: x', created_by: 'ada@example.com', revision: 'r1' },
  ...{ created_at: '2026-01-01T12:00:00.000Z', updated_at: '2026-01-01T12:00:00.000Z', ...changes },
});
const page = { limit: 9, offset: 0 };
const idsOf = (suites: readonly RehearsalSuite[]): string[] => suites.map(({ suite_id }) => suite_id);

export const rehearsalSuitesContract: Contract<RehearsalSuiteRepository> = {
  'lists the suites of an organisation, or of one of its agents, by title and in pages': async (suites) => {
    for (const each of [
      suite('c'),
      suite('a'),
      suite('b', { agent_id: 'shop' }),
      suite('other', { org_id: 'o2', title: 'A' }),
    ])
      await suites.add(each);
    assert.deepEqual(idsOf(await suites.list('o1', {}, page)), ['a', 'b', 'c']);
    assert.deepEqual(idsOf(await suites.list('o1', {}, { limit: 1, offset: 1 })), ['b']);
    assert.deepEqual(await suites.list('o1', { agent_id: 'shop' }, page), [suite('b', { agent_id: 'shop' })]);
    assert.deepEqual([await suites.count('o1', {}), await suites.count('o1', { agent_id: 'desk' })], [3, 2]);
  },

  'changes a suite as it was seen, and no other': async (suites) => {
    await suites.add(suite('a'));
    await suites.add(suite('b'));
    const changed = suite('b', { title: 'new', revision: 'r2' });
    assert.isNull(await suites.change(suite('b', { revision: 'r0' }), { title: 'new' }));
    assert.isNull(await suites.change(suite('b', { org_id: 'o2' }), { title: 'new' }));
    assert.deepEqual(await suites.change(suite('b'), { title: 'new', revision: 'r2' }), changed);
    assert.isNull(await suites.change(suite('b'), { title: 'late' }));
    assert.deepEqual(await suites.find('o1', 'b'), changed);
    assert.deepEqual(await suites.find('o1', 'a'), suite('a'));
  },

  'removes a suite, and finds none of another organisation': async (suites) => {
    await suites.add(suite('a'));
    await suites.add(suite('b'));
    assert.isNull(await suites.find('o2', 'a'));
    assert.isFalse(await suites.remove('o2', 'a'));
    assert.isTrue(await suites.remove('o1', 'a'));
    assert.isFalse(await suites.remove('o1', 'a'));
    assert.isNull(await suites.find('o1', 'a'));
    assert.deepEqual(await suites.find('o1', 'b'), suite('b'));
  },
};

import { assert } from 'chai';
import type { DailyCounts } from '../../application/ports/daily-counts.ts';
import type { Contract } from '../support/contract.ts';

const DAY = '2026-03-02';

export const dailyCountsContract: Contract<DailyCounts> = {
  'count up to the most, for each organisation and kind': async (counts) => {
    for (const expected of [true, true, false, false])
      assert.equal(await counts.countUp('org', 'invitations', DAY, 2), expected);
    assert.isTrue(await counts.countUp('org', 'invitations', DAY, 3));
    assert.isTrue(await counts.countUp('other', 'invitations', DAY, 1));
    assert.isTrue(await counts.countUp('org', 'exports', DAY, 1));
    assert.isFalse(await counts.countUp('org', 'imports', DAY, 0));
  },

  'begin again on a later day, and not on an earlier one': async (counts) => {
    assert.isTrue(await counts.countUp('org', 'invitations', DAY, 1));
    assert.isFalse(await counts.countUp('org', 'invitations', DAY, 1));
    assert.isTrue(await counts.countUp('org', 'invitations', '2026-03-03', 1));
    for (const day of ['2026-03-03', DAY]) assert.isFalse(await counts.countUp('org', 'invitations', day, 1));
  },

  'count no more than the most, however many ask at once': async (counts) => {
    for (const day of [DAY, '2026-03-03']) {
      const results = Array.from({ length: 20 }, () => counts.countUp('org', 'invitations', day, 7));
      assert.lengthOf((await Promise.all(results)).filter(Boolean), 7);
    }
  },
};

import { assert } from 'chai';
import type { Random } from '../../application/ports/random.ts';
import type { Contract } from '../support/contract.ts';

export const randomContract: Contract<Random> = {
  'picks every item, and none that is not there': async (random) => {
    const picked = new Set(Array.from({ length: 500 }, () => random.pick(['a', 'b', 'c'])));
    assert.sameMembers([...picked], ['a', 'b', 'c']);
  },

  'picks each item about equally often': async (random) => {
    const picked = Array.from({ length: 3000 }, () => random.pick([0, 1, 2]));
    // Seven standard deviations around a thousand: a fair choice leaves them once in a hundred billion runs.
    for (const item of [0, 1, 2]) assert.closeTo(picked.filter((each) => each === item).length, 1000, 180);
  },

  'picks the only item': async (random) => {
    assert.equal(random.pick(['a']), 'a');
  },
};

import { assert } from 'chai';
import type { AccountDials } from '../../application/ports/account-dials.ts';
import type { Contract } from '../support/contract.ts';

export const accountDialsContract: Contract<AccountDials> = {
  'stores one time per account, none before the first dial': async (dials) => {
    assert.isNull(await dials.next('a'));
    assert.isTrue(await dials.move('a', null, 1_000));
    assert.isTrue(await dials.move('b', null, 2_000));
    assert.isTrue(await dials.move('a', 1_000, 3_000));
    assert.deepEqual([await dials.next('a'), await dials.next('b')], [3_000, 2_000]);
  },

  'are moved by one of many who saw the same': async (dials) => {
    for (const [seen, next] of [
      [null, 1_000],
      [1_000, 2_000],
    ] as const) {
      const moved = await Promise.all(Array.from({ length: 20 }, () => dials.move('a', seen, next)));
      assert.lengthOf(moved.filter(Boolean), 1);
    }
  },

  'refuses a move based on stale data': async (dials) => {
    await dials.move('a', null, 1_000);
    assert.isFalse(await dials.move('a', null, 5_000));
    assert.isFalse(await dials.move('a', 999, 5_000));
    assert.equal(await dials.next('a'), 1_000);
  },
};

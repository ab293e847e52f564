import { assert } from 'chai';
import type { DialCapRepository } from '../../application/ports/dial-caps.ts';
import type { Contract } from '../support/contract.ts';

const caps = (max_dials_per_day: number | null, max_dials_per_week: number | null) => ({
  max_dials_per_day,
  max_dials_per_week,
});

export const dialCapsContract: Contract<DialCapRepository> = {
  'keeps the caps of each organisation, the last ones': async (stored) => {
    assert.isNull(await stored.find('one'));
    await stored.put('one', caps(1, 2));
    await stored.put('two', caps(null, 5));
    await stored.put('one', caps(3, null));
    assert.deepEqual(await stored.find('one'), caps(3, null));
    assert.deepEqual(await stored.find('two'), caps(null, 5));
    await Promise.all(Array.from({ length: 9 }, (_, each) => stored.put('three', caps(each + 1, null))));
    await stored.put('three', caps(50, 60));
    assert.deepEqual(await stored.find('three'), caps(50, 60));
  },
};

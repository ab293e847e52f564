import { assert } from 'chai';
import type { Ids } from '../../application/ports/ids.ts';
import type { Contract } from '../support/contract.ts';

export const idsContract: Contract<Ids> = {
  'does not repeat an id': async (ids) => {
    const given = Array.from({ length: 1000 }, () => ids.next());
    assert.lengthOf(new Set(given), 1000);
  },

  'gives UUIDs of 36 characters': async (ids) => {
    assert.match(ids.next(), /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  },
};

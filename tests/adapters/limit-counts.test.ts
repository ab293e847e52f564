import { assert } from 'chai';
import { documentLimitCounts } from '../../adapters/documents/limit-counts.ts';
import { keyedLimitCounts } from '../../adapters/limit-counts/keyed.ts';
import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import { limitCountsContract } from '../contracts/limit-counts.contract.ts';
import { keeps } from '../support/contract.ts';
import { engine, repository } from './documents-repository.ts';

repository('limit counts', limitCountsContract, documentLimitCounts, [
  'keepsDuplicates',
  'findsAll',
  'changesAny',
  'forgetsPages',
  'changesNothing',
  'removesMore',
]);

describe('limit counts: keyed', () => {
  const COUNT = { count: 1, not_before: 0, expires_at: 1_772_442_000_000 };

  keeps(limitCountsContract, async () => keyedLimitCounts(await documentLimitCounts(await engine()), 'secret'));

  it('store a digest of each key, which only the secret can make', async () => {
    const keys: string[] = [];
    const remembering: LimitCounts = {
      find: async () => null,
      replace: async (key) => keys.push(key) > 0,
      prune: async () => undefined,
    };
    for (const secret of ['secret', 'secret', 'another'])
      await keyedLimitCounts(remembering, secret).replace('login ada@example.com 203.0.113.1', null, COUNT);
    for (const key of keys) assert.match(key, /^[\w-]{43}$/);
    assert.equal(keys[0], keys[1]);
    assert.notEqual(keys[0], keys[2]);
  });
});

import { assert } from 'chai';
import { documentLimitCounts } from '../../adapters/documents/limit-counts.ts';
import { limitCountDigests } from '../../adapters/limit-counts/digests.ts';
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

describe('limit counts under digests', () => {
  const COUNT = { count: 1, not_before: 0, expires_at: 1_772_442_000_000 };
  const OF = { kind: 'login client', key: 'ada@example.com 203.0.113.1' };

  keeps(limitCountsContract, async () => documentLimitCounts(await engine(), limitCountDigests('secret')));

  it('have keys that only the secret can make, and that tell nothing', async () => {
    const [store, keys] = [await engine(), [] as string[]];
    const stored = await store.open<{ readonly key: string }>({ name: 'limit_counts', indexes: [] });
    for (const secret of ['secret', 'another']) {
      const counts = await documentLimitCounts(store, limitCountDigests(secret));
      assert.isNull(await counts.find(OF));
      await counts.replace(OF, null, COUNT);
      keys.push(limitCountDigests(secret)(OF));
    }
    assert.deepEqual(
      (await stored.find({})).map(({ key }) => key),
      keys,
    );
    for (const key of keys) assert.match(key, /^[\w-]{43}$/);
    assert.notEqual(keys[0], keys[1]);
  });

  it('continue counts of a release that bounds all together, and bound them as one kind', async () => {
    const store = await engine();
    const stored = await store.open<object>({ name: 'limit_counts', indexes: [] });
    const counts = await documentLimitCounts(store);
    for (const key of ['known 1', 'known 2', 'known 3'])
      await stored.insert({ key, ...COUNT, expires_at: COUNT.expires_at + Number(key.at(-1)) });
    const first = { kind: 'known', key: '1' };
    assert.isTrue(await counts.replace(first, await counts.find(first), COUNT));
    await counts.replace({ kind: 'known', key: '4' }, null, COUNT);
    await counts.prune(0, 1);
    const left = await Promise.all(['1', '2', '3', '4'].map((key) => counts.find({ kind: 'known', key })));
    assert.deepEqual(
      left.map((each) => each !== null),
      [false, false, true, false],
    );
  });
});

import { assert } from 'chai';
import type { LimitCounts } from '../../application/ports/limit-counts.ts';
import type { LimitCount } from '../../domain/accounts/limit-count.ts';
import type { Contract } from '../support/contract.ts';

/** A later time than any 32-bit number of seconds, as times in ms are. */
const NOW = 1_772_442_000_000;
const counted = (count: number, forMs = 60_000): LimitCount => ({ count, not_before: 0, expires_at: NOW + forMs });

export const limitCountsContract: Contract<LimitCounts> = {
  'find what was counted for a key, and for no other': async (counts) => {
    assert.isNull(await counts.find('login 203.0.113.1'));
    assert.isTrue(await counts.replace('login 203.0.113.1', null, { ...counted(1), not_before: NOW + 1_000 }));
    assert.isTrue(await counts.replace('login 203.0.113.2', null, counted(2)));
    assert.deepEqual(await counts.find('login 203.0.113.1'), { ...counted(1), not_before: NOW + 1_000 });
    assert.deepEqual(await counts.find('login 203.0.113.2'), counted(2));
    assert.isNull(await counts.find('login 203.0.113.3'));
  },

  'replace only what was seen': async (counts) => {
    assert.isTrue(await counts.replace('a', null, counted(1)));
    assert.isFalse(await counts.replace('a', null, counted(7)));
    for (const stale of [counted(2), counted(1, 1), { ...counted(1), not_before: 1 }]) {
      assert.isFalse(await counts.replace('a', stale, counted(7)));
      assert.isFalse(await counts.replace('a', stale, null));
    }
    assert.isTrue(await counts.replace('b', null, counted(1)));
    assert.isTrue(await counts.replace('a', counted(1), counted(2)));
    assert.deepEqual([await counts.find('a'), await counts.find('b')], [counted(2), counted(1)]);
  },

  'remove what was seen, and nothing twice': async (counts) => {
    await counts.replace('a', null, counted(1));
    await counts.replace('b', null, counted(1));
    assert.isTrue(await counts.replace('a', counted(1), null));
    assert.isFalse(await counts.replace('a', counted(1), null));
    assert.isFalse(await counts.replace('a', counted(1), counted(2)));
    assert.isTrue(await counts.replace('a', null, null));
    assert.deepEqual([await counts.find('a'), await counts.find('b')], [null, counted(1)]);
    assert.isTrue(await counts.replace('a', null, counted(3)));
  },

  'let one of many concurrent changes succeed': async (counts) => {
    const race = async (seen: LimitCount | null): Promise<boolean[]> =>
      Promise.all(Array.from({ length: 10 }, (_, turn) => counts.replace('a', seen, counted(100 + turn))));
    assert.lengthOf((await race(null)).filter(Boolean), 1);
    const seen = await counts.find('a');
    await counts.replace('a', seen, counted(1));
    assert.lengthOf((await race(counted(1))).filter(Boolean), 1);
  },

  'remove what has expired, and nothing else': async (counts) => {
    for (const [at, forMs] of [-1, 0, 1].entries()) await counts.replace(`key ${at}`, null, counted(1, forMs));
    await counts.prune(NOW, 100);
    assert.isNull(await counts.find('key 0'));
    assert.deepEqual([await counts.find('key 1'), await counts.find('key 2')], [counted(1, 0), counted(1, 1)]);
  },

  'keep no more than they should, those that expire last': async (counts) => {
    for (let key = 0; key < 10; key += 1) await counts.replace(`key ${key}`, null, counted(1, 1_000 * (10 - key)));
    await counts.prune(NOW, 10);
    assert.isNotNull(await counts.find('key 9'));
    await counts.prune(NOW, 4);
    const left: number[] = [];
    for (let key = 0; key < 10; key += 1) if (await counts.find(`key ${key}`)) left.push(key);
    assert.deepEqual(left, [0, 1, 2, 3]);
  },
};

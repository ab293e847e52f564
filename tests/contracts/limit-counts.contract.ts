import { assert } from 'chai';
import type { LimitCounts, LimitKey } from '../../application/ports/limit-counts.ts';
import type { LimitCount } from '../../domain/accounts/limit-count.ts';
import type { Contract } from '../support/contract.ts';

/** A later time than any 32-bit number of seconds, as times in ms are. */
const NOW = 1_772_442_000_000;
const of = (key: string | number, kind = 'signUp client'): LimitKey => ({ kind, key: String(key) });
const counted = (count: number, forMs = 60_000): LimitCount => ({ count, not_before: 0, expires_at: NOW + forMs });

export const limitCountsContract: Contract<LimitCounts> = {
  'find what was counted for a key, and for no other': async (counts) => {
    assert.isNull(await counts.find(of('203.0.113.1')));
    assert.isTrue(await counts.replace(of('203.0.113.1'), null, { ...counted(1), not_before: NOW + 1_000 }));
    assert.isTrue(await counts.replace(of('203.0.113.2'), null, counted(2)));
    assert.deepEqual(await counts.find(of('203.0.113.1')), { ...counted(1), not_before: NOW + 1_000 });
    assert.deepEqual(await counts.find(of('203.0.113.2')), counted(2));
    assert.isNull(await counts.find(of('203.0.113.3')));
  },

  'replace only what was seen': async (counts) => {
    assert.isTrue(await counts.replace(of('a'), null, counted(1)));
    assert.isFalse(await counts.replace(of('a'), null, counted(7)));
    for (const stale of [counted(2), counted(1, 1), { ...counted(1), not_before: 1 }]) {
      assert.isFalse(await counts.replace(of('a'), stale, counted(7)));
      assert.isFalse(await counts.replace(of('a'), stale, null));
    }
    assert.isTrue(await counts.replace(of('b'), null, counted(1)));
    assert.isTrue(await counts.replace(of('a'), counted(1), counted(2)));
    assert.deepEqual([await counts.find(of('a')), await counts.find(of('b'))], [counted(2), counted(1)]);
  },

  'remove what was seen, and nothing twice': async (counts) => {
    await counts.replace(of('a'), null, counted(1));
    await counts.replace(of('b'), null, counted(1));
    assert.isTrue(await counts.replace(of('a'), counted(1), null));
    assert.isFalse(await counts.replace(of('a'), counted(1), null));
    assert.isFalse(await counts.replace(of('a'), counted(1), counted(2)));
    assert.isTrue(await counts.replace(of('a'), null, null));
    assert.deepEqual([await counts.find(of('a')), await counts.find(of('b'))], [null, counted(1)]);
    assert.isTrue(await counts.replace(of('a'), null, counted(3)));
  },

  'let one of many concurrent changes succeed': async (counts) => {
    const race = async (seen: LimitCount | null): Promise<boolean[]> =>
      Promise.all(Array.from({ length: 10 }, (_, turn) => counts.replace(of('a'), seen, counted(100 + turn))));
    assert.lengthOf((await race(null)).filter(Boolean), 1);
    const seen = await counts.find(of('a'));
    await counts.replace(of('a'), seen, counted(1));
    assert.lengthOf((await race(counted(1))).filter(Boolean), 1);
  },

  'count each kind for itself': async (counts) => {
    assert.isTrue(await counts.replace(of('a', 'known'), null, counted(1)));
    assert.isNull(await counts.find(of('a', 'login client')));
    assert.isTrue(await counts.replace(of('a', 'login client'), null, counted(2)));
    assert.deepEqual(await counts.find(of('a', 'known')), counted(1));
  },

  'remove what has expired, and nothing else': async (counts) => {
    for (const [at, forMs] of [-1, 0, 1].entries()) await counts.replace(of(at), null, counted(1, forMs));
    await counts.prune(NOW, 100);
    assert.isNull(await counts.find(of('0')));
    assert.deepEqual([await counts.find(of('1')), await counts.find(of('2'))], [counted(1, 0), counted(1, 1)]);
  },

  'keep no more than they should, those that expire last': async (counts) => {
    for (let key = 0; key < 10; key += 1) await counts.replace(of(key), null, counted(1, 1_000 * (10 - key)));
    await counts.prune(NOW, 10);
    assert.isNotNull(await counts.find(of('9')));
    await counts.prune(NOW, 4);
    const left: number[] = [];
    for (let key = 0; key < 10; key += 1) if (await counts.find(of(key))) left.push(key);
    assert.deepEqual(left, [0, 1, 2, 3]);
  },

  'remove of no kind what is too much of another': async (counts) => {
    for (const kind of ['known', 'known client', 'a', 'z'])
      for (let key = 0; key < 3; key += 1)
        await counts.replace(
          of(key, kind),
          null,
          counted(1, kind === 'known' ? 30 * 86_400_000 + key : 1_000 * (key + 1)),
        );
    await counts.replace(of('delayed', 'login account'), null, { ...counted(31, 1), not_before: NOW + 1 });
    await counts.prune(NOW, 2);
    assert.deepEqual(await counts.find(of('delayed', 'login account')), { ...counted(31, 1), not_before: NOW + 1 });
    for (const kind of ['known', 'known client', 'a', 'z']) {
      const left = await Promise.all([0, 1, 2].map((key) => counts.find(of(key, kind))));
      assert.deepEqual(
        left.map((each) => each !== null),
        [false, true, true],
        kind,
      );
    }
  },
};

import { assert } from 'chai';
import type { NumberDialRepository, NumberDials } from '../../application/ports/number-dials.ts';
import type { Contract } from '../support/contract.ts';

const [ONE, TWO, THREE] = ['+14155550101', '+14155550102', '+14155550103'] as const;
const day = (each: number): string => `2026-01-0${each}T00:00:00.000Z`;
const counted = (phone_number: string, more: Partial<NumberDials> = {}) => {
  const { revision: _revision, ...next } = {
    ...{ org_id: 'org', phone_number, dials: [{ dial_id: 'one', at: 1 }], expires_at: day(8), revision: 0 },
    ...more,
  };
  return next;
};
const first = (phone_number: string, more: Partial<NumberDials> = {}) => ({
  seen: null,
  next: counted(phone_number, more),
});

export const numberDialsContract: Contract<NumberDialRepository> = {
  'finds the dials of numbers of one organisation, whole': async (numbers) => {
    assert.equal(await numbers.changeAll([first(ONE), first(TWO), first(THREE, { org_id: 'other' })]), 3);
    assert.deepEqual(await numbers.among('org', [ONE, THREE]), [{ ...counted(ONE), revision: 0 }]);
    assert.lengthOf(await numbers.among('org', [TWO, ONE]), 2);
    assert.isEmpty(await numbers.among('org', []));
  },

  'makes of concurrent changes of a number one': async (numbers) => {
    const tries = Array.from({ length: 5 }, (_, at) => first(ONE, { dials: [{ dial_id: `${at}`, at }] }));
    const made = await Promise.all(tries.map((each) => numbers.changeAll([each])));
    assert.equal(made.filter((count) => count === 1).length, 1);
    const [seen] = await numbers.among('org', [ONE]);
    const next = (dial_id: string) => ({
      seen: seen!,
      next: counted(ONE, { dials: [...seen!.dials, { dial_id, at: 9 }], expires_at: day(9) }),
    });
    const again = await Promise.all(['a', 'b', 'c'].map((dial) => numbers.changeAll([next(dial)])));
    assert.sameMembers(again, [1, 0, 0]);
    const [after] = await numbers.among('org', [ONE]);
    assert.lengthOf(after!.dials, 2);
    assert.equal(after!.expires_at, day(9));
    const mixed = [next('stale'), first(TWO), { seen: after!, next: counted(ONE, { expires_at: day(5) }) }];
    assert.equal(await numbers.changeAll(mixed), 2);
    assert.equal((await numbers.among('org', [ONE]))[0]!.expires_at, day(5));
  },

  'removes one number of its organisation, and says so': async (numbers) => {
    await numbers.changeAll([first(ONE), first(TWO), first(ONE, { org_id: 'other' })]);
    assert.isFalse(await numbers.remove('nowhere', ONE));
    assert.isTrue(await numbers.remove('org', ONE));
    assert.isFalse(await numbers.remove('org', ONE));
    assert.lengthOf(await numbers.among('org', [ONE, TWO]), 1);
    assert.lengthOf(await numbers.among('other', [ONE]), 1);
  },

  'removes what counts no more, as much as is wanted': async (numbers) => {
    await numbers.changeAll([
      first(ONE, { expires_at: day(1) }),
      first(TWO, { expires_at: day(2) }),
      first(THREE, { expires_at: day(3) }),
    ]);
    assert.equal(await numbers.removeExpired(day(3), 1), 1);
    assert.equal(await numbers.removeExpired(day(3), 9), 1);
    assert.equal(await numbers.removeExpired(day(3), 9), 0);
    assert.lengthOf(await numbers.among('org', [ONE, TWO, THREE]), 1);
  },
};

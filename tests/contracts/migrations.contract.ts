import { assert } from 'chai';
import type { MigrationRecords } from '../../application/ports/migrations.ts';
import { newMigration } from '../../domain/upgrades/migration.ts';
import type { Contract } from '../support/contract.ts';

const at = (seconds: number): string => new Date(Date.UTC(2026, 0, 1, 12, 0, seconds)).toISOString();
const span = (now: number, until: number) => ({ now: at(now), until: at(until) });

export const migrationsContract: Contract<MigrationRecords> = {
  'keeps each migration once, however many processes ask for it': async (records) => {
    const requests = Array.from({ length: 5 }, () => records.all(['one', 'other'], at(0)));
    for (const found of await Promise.all(requests))
      assert.sameDeepMembers(found, [newMigration('one', at(0)), newMigration('other', at(0))]);
    assert.deepEqual(await records.all(['one'], at(1)), [newMigration('one', at(0))]);
  },

  'gives a migration to one of many owners at once': async (records) => {
    await records.all(['other', 'one'], at(0));
    const owners = Array.from({ length: 5 }, (_, owner) => records.claim('one', `owner ${owner}`, span(1, 9)));
    const claimed = (await Promise.all(owners)).filter(Boolean);
    assert.deepEqual(claimed, [newMigration('one', at(0))]);
    assert.isNotNull(await records.claim('other', 'x', span(1, 9)));
  },

  'gives it to another owner when the claim has expired': async (records) => {
    await records.all(['one'], at(0));
    await records.claim('one', 'x', span(1, 3));
    assert.isTrue(await records.renewClaim('one', 'x', at(6)));
    assert.isNull(await records.claim('one', 'y', span(5, 9)));
    assert.isNotNull(await records.claim('one', 'y', span(7, 9)));
    assert.isFalse(await records.renewClaim('one', 'x', at(20)));
  },

  'lets only the owner of a claim change and release it': async (records) => {
    await records.all(['other', 'one'], at(0));
    await records.claim('one', 'x', span(1, 9));
    assert.isNull(await records.change('one', 'y', { cursor: 'stray' }));
    assert.isFalse(await records.release('one', 'y', at(2), { cursor: 'stray' }));
    const moved = { ...newMigration('one', at(0)), cursor: 'here', read: 5 };
    assert.deepEqual(await records.change('one', 'x', { cursor: 'here', read: 5 }), moved);
    assert.isTrue(await records.release('one', 'x', at(4)));
    assert.isNull(await records.claim('one', 'y', span(3, 9)));
    assert.deepEqual(await records.claim('one', 'y', span(5, 9)), moved);
    assert.deepEqual(await records.all(['other'], at(5)), [newMigration('other', at(0))]);
  },

  'gives out nothing that is done': async (records) => {
    await records.all(['one'], at(0));
    await records.claim('one', 'x', span(1, 2));
    assert.equal((await records.change('one', 'x', { status: 'done' }))?.status, 'done');
    assert.isNull(await records.claim('one', 'y', span(30, 40)));
    assert.equal((await records.all(['one'], at(50)))[0]?.status, 'done');
  },
};

import { assert } from 'chai';
import type { SuppressionRepository } from '../../application/ports/suppressions.ts';
import type { Suppression } from '../../domain/campaigns/suppression.ts';
import type { Contract } from '../support/contract.ts';

const entry = (phone_number: string, more: Partial<Suppression> = {}): Suppression => ({
  org_id: 'org',
  phone_number,
  reason: null,
  source: 'api',
  created_by: 'ada@example.com',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

const [ONE, TWO, THREE] = ['+14155550101', '+14155550102', '+14155550103'] as const;
const later = '2026-02-01T00:00:00.000Z';
const numbers = (entries: readonly Suppression[]): readonly string[] => entries.map(({ phone_number }) => phone_number);

export const suppressionsContract: Contract<SuppressionRepository> = {
  'finds the entry of a number, whole, in its organisation alone': async (list) => {
    const full = entry(ONE, { reason: 'asked not to be called', source: 'tool', call_id: 'c1' });
    assert.equal(await list.addAll([full, entry(TWO, { org_id: 'other' })]), 2);
    assert.deepEqual(await list.find('org', ONE), full);
    assert.isNull(await list.find('org', TWO));
    assert.isNull(await list.find('other', ONE));
  },

  'keeps the entry of a listed number and counts only new ones': async (list) => {
    await list.addAll([entry(ONE)]);
    assert.equal(await list.addAll([entry(ONE, { reason: 'again' }), entry(TWO), entry(TWO)]), 1);
    assert.deepEqual(await list.find('org', ONE), entry(ONE));
    assert.equal(await list.addAll([entry(ONE, { org_id: 'other' })]), 1);
  },

  'finds the entries among numbers of one organisation': async (list) => {
    await list.addAll([entry(ONE), entry(TWO), entry(THREE, { org_id: 'other' })]);
    assert.sameMembers([...numbers(await list.among('org', [ONE, THREE, '+14155550109']))], [ONE]);
    assert.sameMembers([...numbers(await list.among('org', [TWO, ONE]))], [ONE, TWO]);
    assert.isEmpty(await list.among('org', []));
  },

  'lists and counts the entries of one organisation, newest first, in pages': async (list) => {
    await list.addAll([entry(ONE), entry(TWO, { created_at: later }), entry(THREE, { org_id: 'other' })]);
    assert.deepEqual(numbers(await list.list('org', { limit: 10, offset: 0 })), [TWO, ONE]);
    assert.deepEqual(numbers(await list.list('org', { limit: 1, offset: 1 })), [ONE]);
    assert.equal(await list.count('org'), 2);
    assert.equal(await list.count('nowhere'), 0);
  },

  'removes one entry of its organisation once and says so': async (list) => {
    await list.addAll([entry(ONE), entry(TWO)]);
    assert.isFalse(await list.remove('other', ONE));
    assert.isTrue(await list.remove('org', ONE));
    assert.isFalse(await list.remove('org', ONE));
    assert.deepEqual(numbers(await list.list('org', { limit: 10, offset: 0 })), [TWO]);
  },

  'removes the reason of one entry, and keeps the entry': async (list) => {
    await list.addAll([entry(TWO, { reason: 'two' }), entry(ONE, { reason: 'one' })]);
    for (const org of ['other', 'org']) await list.removeReason(org, ONE);
    assert.deepEqual(await list.find('org', ONE), entry(ONE));
    assert.deepEqual(await list.find('org', TWO), entry(TWO, { reason: 'two' }));
  },
};

import { assert } from 'chai';
import type { PhoneNumberRepository } from '../../application/ports/phone-numbers.ts';
import type { PhoneNumber } from '../../domain/telephony/phone-number.ts';
import type { Contract } from '../support/contract.ts';

const number = (last: number, more: Partial<PhoneNumber> = {}): PhoneNumber => ({
  phone_number: `+1555010000${last}`,
  provider: 'plivo',
  org_id: 'org',
  agent_id: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  last_link_action: null,
  last_link_agent_id: null,
  last_link_by_email: null,
  last_link_at: null,
  ...more,
});

const BOUND = { agent_id: 'a', last_link_action: 'attached', last_link_agent_id: 'a' } as const;
const LATER = { updated_at: '2026-02-01T00:00:00.000Z' };

export const phoneNumbersContract: Contract<PhoneNumberRepository> = {
  'finds a number of any organisation and answers null for unknown ones': async (numbers) => {
    assert.deepEqual(await numbers.add(number(1)), number(1));
    await numbers.add(number(2, { org_id: 'other' }));
    assert.deepEqual(await numbers.find('+15550100001'), number(1));
    assert.deepEqual(await numbers.find('+15550100002'), number(2, { org_id: 'other' }));
    assert.isNull(await numbers.find('+15550100003'));
  },

  'finds those of many that exist, in any organisation': async (numbers) => {
    await numbers.add(number(1));
    await numbers.add(number(2, { org_id: 'other' }));
    await numbers.add(number(3));
    const found = await numbers.findMany(['+15550100001', '+15550100002', '+15550100009']);
    assert.sameDeepMembers(found, [number(1), number(2, { org_id: 'other' })]);
    assert.isEmpty(await numbers.findMany([]));
  },

  'keeps the rest of a number beside its other fields': async (numbers) => {
    const resting = {
      ...{ since: '2026-03-01T00:00:00.000Z', until: '2026-03-02T00:00:00.000Z', campaign_id: 'c' },
      ...{ calls: 50, answered: 1, min_answer_rate: 0.1 },
    };
    await numbers.add(number(1, BOUND));
    assert.deepEqual(await numbers.change(number(1, BOUND), { resting }), number(1, { ...BOUND, resting }));
    assert.deepEqual(await numbers.findMany(['+15550100001']), [number(1, { ...BOUND, resting })]);
  },

  'finds the number of an agent of its organisation': async (numbers) => {
    await numbers.add(number(1));
    await numbers.add(number(2, BOUND));
    await numbers.add(number(3, { org_id: 'other', agent_id: 'b' }));
    assert.deepEqual(await numbers.ofAgent('org', 'a'), number(2, BOUND));
    assert.isNull(await numbers.ofAgent('other', 'a'));
    assert.isNull(await numbers.ofAgent('org', 'b'));
  },

  'lists those of an organisation newest first, those of one moment by their arrival': async (numbers) => {
    await numbers.add(number(1));
    await numbers.add(number(2, { created_at: '2026-03-01T00:00:00.000Z' }));
    await numbers.add(number(3));
    await numbers.add(number(4, { org_id: 'other' }));
    const listed = (await numbers.list('org')).map(({ phone_number }) => phone_number);
    assert.deepEqual(listed, ['+15550100002', '+15550100003', '+15550100001']);
    assert.deepEqual(await numbers.list('none'), []);
  },

  'stores a number once among all organisations, also under a race': async (numbers) => {
    const results = Array.from({ length: 20 }, (_, turn) => numbers.add(number(1, { org_id: `org ${turn}` })));
    const stored = (await Promise.all(results)).filter(Boolean);
    assert.lengthOf(stored, 1);
    assert.deepEqual(await numbers.find('+15550100001'), stored[0] as PhoneNumber);
  },

  'links one number to an agent, also in a race, and allows unlinked ones': async (numbers) => {
    const results = [1, 2, 3, 4].map((last) => numbers.add(number(last, BOUND)));
    assert.sameMembers(
      (await Promise.all(results)).map((answer) => (answer === 'occupied' ? answer : 'stored')),
      ['stored', 'occupied', 'occupied', 'occupied'],
    );
    assert.deepEqual(await numbers.add(number(5)), number(5));
    assert.deepEqual(await numbers.add(number(6)), number(6));
    assert.equal(await numbers.change(number(5), { ...BOUND, ...LATER }), 'occupied');
    assert.deepEqual(await numbers.find('+15550100005'), number(5));
    assert.deepEqual(
      await numbers.add(number(7, { ...BOUND, org_id: 'other' })),
      number(7, { ...BOUND, org_id: 'other' }),
    );
  },

  'replaces the given fields and answers the changed number': async (numbers) => {
    await numbers.add(number(1));
    await numbers.add(number(2));
    assert.deepEqual(await numbers.change(number(1), { ...BOUND, ...LATER }), number(1, { ...BOUND, ...LATER }));
    assert.deepEqual(await numbers.find('+15550100001'), number(1, { ...BOUND, ...LATER }));
    assert.deepEqual(await numbers.find('+15550100002'), number(2));
    const freed = await numbers.change(number(1, { ...BOUND, ...LATER }), { agent_id: null });
    assert.deepEqual(freed, number(1, { ...BOUND, ...LATER, agent_id: null }));
  },

  'changes no number that is absent, or not any more as it was seen': async (numbers) => {
    assert.isNull(await numbers.change(number(1), LATER));
    await numbers.add(number(1));
    for (const seen of [{ org_id: 'other' }, { agent_id: 'a' }, LATER])
      assert.isNull(await numbers.change(number(1, seen), { provider: 'vobiz' }));
    assert.deepEqual(await numbers.find('+15550100001'), number(1));
  },

  'lets one of those who saw the same change it': async (numbers) => {
    await numbers.add(number(1));
    const results = ['a', 'b', 'c'].map((agent_id) => numbers.change(number(1), { ...LATER, agent_id }));
    assert.lengthOf((await Promise.all(results)).filter(Boolean), 1);
  },
};

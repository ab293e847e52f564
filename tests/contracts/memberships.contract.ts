import { assert } from 'chai';
import type { MembershipRepository } from '../../application/ports/memberships.ts';
import type { Membership } from '../../domain/accounts/membership.ts';
import type { Contract } from '../support/contract.ts';

const membership = (email: string, orgId: string, more: Partial<Membership> = {}): Membership => ({
  email,
  org_id: orgId,
  role: 'member',
  created_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

export const membershipsContract: Contract<MembershipRepository> = {
  'finds the membership of this user in this organisation': async (memberships) => {
    await memberships.add(membership('ann', 'one', { role: 'admin' }));
    await memberships.add(membership('ann', 'two'));
    await memberships.add(membership('ben', 'two', { role: 'super_admin' }));
    assert.deepEqual(await memberships.find('one', 'ann'), membership('ann', 'one', { role: 'admin' }));
    assert.isNull(await memberships.find('one', 'ben'));
  },

  'refuses a second membership in the same organisation, also under a race': async (memberships) => {
    const results = Array.from({ length: 50 }, () => memberships.add(membership('ann', 'one')));
    assert.deepEqual((await Promise.all(results)).filter(Boolean), [true]);
    assert.lengthOf(await memberships.ofUser('ann'), 1);
  },

  "lists a user's memberships, oldest first": async (memberships) => {
    await memberships.add(membership('ann', 'late', { created_at: '2026-03-01T00:00:00.000Z' }));
    await memberships.add(membership('ann', 'early'));
    await memberships.add(membership('ann', 'early too'));
    await memberships.add(membership('ben', 'early'));
    const listed = await memberships.ofUser('ann');
    assert.deepEqual(
      listed.map(({ org_id }) => org_id),
      ['early', 'early too', 'late'],
    );
    assert.deepEqual(await memberships.ofUser('nobody'), []);
  },

  "lists an organisation's memberships, newest first": async (memberships) => {
    await memberships.add(membership('ann', 'one'));
    await memberships.add(membership('ben', 'one', { created_at: '2026-03-01T00:00:00.000Z' }));
    await memberships.add(membership('cay', 'one', { created_at: '2026-02-01T00:00:00.000Z', role: 'admin' }));
    await memberships.add(membership('cay', 'two'));
    const listed = await memberships.ofOrganisation('one');
    assert.deepEqual(
      listed.map(({ email }) => email),
      ['ben', 'cay', 'ann'],
    );
    assert.deepEqual(listed[2], membership('ann', 'one'));
    assert.deepEqual(await memberships.ofOrganisation('three'), []);
  },

  'changes the role of a member who has one of the named roles': async (memberships) => {
    await memberships.add(membership('ann', 'one'));
    await memberships.add(membership('ann', 'two'));
    await memberships.add(membership('ben', 'one', { role: 'super_admin' }));
    const changed = await memberships.changeRole('one', 'ann', ['member', 'admin'], 'admin');
    assert.deepEqual(changed, membership('ann', 'one', { role: 'admin' }));
    assert.deepEqual(await memberships.find('one', 'ann'), changed);
    assert.deepEqual(await memberships.find('two', 'ann'), membership('ann', 'two'));
    assert.isNull(await memberships.changeRole('one', 'ben', ['member', 'admin'], 'admin'));
    assert.isNull(await memberships.changeRole('one', 'nobody', ['member', 'admin'], 'admin'));
    assert.equal((await memberships.find('one', 'ben'))?.role, 'super_admin');
  },

  'removes one member once': async (memberships) => {
    await memberships.add(membership('ann', 'one', { role: 'super_admin' }));
    await memberships.add(membership('ben', 'one', { role: 'admin' }));
    await memberships.add(membership('ben', 'two'));
    assert.equal(await memberships.remove('one', 'ben'), 'removed');
    assert.equal(await memberships.remove('one', 'ben'), 'absent');
    assert.isNull(await memberships.find('one', 'ben'));
    assert.isNotNull(await memberships.find('two', 'ben'));
    assert.isNotNull(await memberships.find('one', 'ann'));
    assert.isTrue(await memberships.add(membership('ben', 'one')));
  },

  'keeps the last super_admin of an organisation': async (memberships) => {
    await memberships.add(membership('ann', 'one', { role: 'super_admin' }));
    await memberships.add(membership('ben', 'one', { role: 'admin' }));
    await memberships.add(membership('ben', 'two', { role: 'super_admin' }));
    for (let turn = 0; turn < 2; turn += 1) assert.equal(await memberships.remove('one', 'ann'), 'last');
    assert.deepEqual(await memberships.find('one', 'ann'), membership('ann', 'one', { role: 'super_admin' }));
    await memberships.add(membership('cay', 'one', { role: 'super_admin' }));
    assert.equal(await memberships.remove('one', 'ann'), 'removed');
    assert.equal(await memberships.remove('one', 'cay'), 'last');
  },

  'keeps one super_admin when all are removed at once, each of them several times': async (memberships) => {
    const all = ['ann', 'ben', 'cay'];
    for (const email of all) await memberships.add(membership(email, 'one', { role: 'super_admin' }));
    await Promise.all([...all, ...all, ...all].map((email) => memberships.remove('one', email)));
    const left = await memberships.ofOrganisation('one');
    assert.isNotEmpty(left);
    assert.deepEqual(new Set(left.map(({ role }) => role)), new Set(['super_admin']));
  },

  'removes every membership of an organisation, and no other': async (memberships) => {
    await memberships.add(membership('ann', 'one', { role: 'super_admin' }));
    await memberships.add(membership('ben', 'one'));
    await memberships.add(membership('ben', 'two'));
    await memberships.removeAll('one');
    await memberships.removeAll('one');
    assert.deepEqual(await memberships.ofOrganisation('one'), []);
    assert.isNotNull(await memberships.find('two', 'ben'));
  },
};

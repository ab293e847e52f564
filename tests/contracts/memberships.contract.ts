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
    const asked = Array.from({ length: 50 }, () => memberships.add(membership('ann', 'one')));
    assert.deepEqual((await Promise.all(asked)).filter(Boolean), [true]);
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
};

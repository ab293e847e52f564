import { assert } from 'chai';
import type { Principal } from '../../../domain/accounts/principal.ts';
import { invitedRole, memberView, refuseSelfRemoval, type Membership } from '../../../domain/accounts/membership.ts';

const ada: Principal = { email: 'ada@example.com', org_id: 'o1', role: 'super_admin' };
const membership: Membership = {
  email: ada.email,
  org_id: 'o1',
  role: 'admin',
  created_at: '2026-03-02T09:00:00.000Z',
};

describe('membership', () => {
  it('starts with the role member and rejects any other', () => {
    assert.equal(invitedRole(), 'member');
    assert.equal(invitedRole('member'), 'member');
    for (const role of ['admin', 'super_admin', 'Member', '', 'toString'])
      assert.throws(() => invitedRole(role), /^role must be member/, role);
  });

  it('rejects a principal that removes itself', () => {
    refuseSelfRemoval(ada, 'eve@example.com');
    assert.throws(() => refuseSelfRemoval(ada, ada.email), 'You cannot remove yourself');
  });

  it('shows email, role and creation time without the organisation', () => {
    assert.deepEqual(memberView(membership, null, { requireConfirmedEmail: 'invited' }), {
      email: ada.email,
      role: 'admin',
      created_at: '2026-03-02T09:00:00.000Z',
      confirmed: false,
      pending: true,
    });
  });
});

import { assert } from 'chai';
import type { Principal } from '../../../domain/accounts/principal.ts';
import { invitationDay, tooManyInvitations } from '../../../domain/accounts/invitation-allowance.ts';
import {
  invitedRole,
  memberStanding,
  memberView,
  refuseSelfRemoval,
  type Membership,
} from '../../../domain/accounts/membership.ts';
import type { User } from '../../../domain/accounts/user.ts';

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

  it('is pending while the account or the confirmation of its address is missing', () => {
    const user: User = {
      email: ada.email,
      password: '$2b$hash',
      created_at: membership.created_at,
      default_org_id: 'o1',
      last_logged_in_at: null,
    };
    const invited: User = { ...user, unconfirmed: { by: 'invitation', org_id: 'o2' } };
    const policy = { requireConfirmedEmail: 'invited' } as const;
    assert.deepEqual(memberStanding(user, 'o1', policy), { confirmed: true, pending: false });
    assert.deepEqual(memberStanding(invited, 'o2', policy), { confirmed: false, pending: false });
    assert.deepEqual(memberStanding(invited, 'o1', policy), { confirmed: false, pending: true });
    assert.deepEqual(memberStanding(null, 'o1', policy), { confirmed: false, pending: true });
  });
});

describe('invitation allowance', () => {
  const now = new Date('2026-03-02T22:30:00.000Z');

  it('counts by the UTC day', () => {
    assert.equal(invitationDay(now), '2026-03-02');
    assert.equal(invitationDay(new Date('2026-03-03T00:00:00.000Z')), '2026-03-03');
  });

  it('renews at midnight UTC, as its error says', () => {
    const { problem, message, retryAfterMs } = tooManyInvitations(20, now);
    assert.equal(problem, 'limited');
    assert.equal(message, 'This organisation has sent its 20 invitations of today. Invite more after midnight UTC.');
    assert.equal(retryAfterMs, 90 * 60_000);
  });
});

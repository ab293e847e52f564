import { assert } from 'chai';
import { inviteMember } from '../../application/members/invite-member.ts';
import type { Caller } from '../../domain/accounts/caller.ts';
import { refusalOf } from '../support/refusals.ts';
import { openPorts, type Ports } from '../support/world.ts';

const ADA: Caller = { email: 'ada@example.com', org_id: 'org-1', role: 'super_admin' };
const EVE: Caller = { email: 'eve@example.com', org_id: 'org-2', role: 'super_admin' };
const BEN = 'ben@example.com';

describe('inviting', () => {
  let ports: Ports;
  beforeEach(async () => (ports = await openPorts()));
  afterEach(() => ports.close());

  /** Invites, while whoever `others` are do the same between the account and the membership that come of it. */
  const inviteAround = (others: () => Promise<void>): Promise<void> =>
    inviteMember({
      ...ports,
      memberships: {
        ...ports.memberships,
        add: async (membership) => {
          await others();
          return ports.memberships.add(membership);
        },
      },
    })(ADA, { email: BEN, password: 'the first password' });

  /** Invites as one who did not see the account yet that is there by now. */
  const inviteUnaware = (host: Caller): Promise<void> => {
    let asked = 0;
    const find = async (email: string) => (asked++ === 0 ? null : ports.users.find(email));
    return inviteMember({ ...ports, users: { ...ports.users, find } })(host, {
      email: BEN,
      password: 'the second password',
    });
  };

  const opens = async (password: string): Promise<boolean> => {
    const { password: hash } = (await ports.users.find(BEN))!;
    return ports.passwords.matches(new TextEncoder().encode(password), hash);
  };

  it('succeeds for the one whose password the account has, however the two run into each other', async () => {
    let refusal: string | undefined;
    await inviteAround(async () => void (refusal = (await refusalOf(inviteUnaware(ADA))).message));
    assert.equal(refusal, 'Already a member');
    assert.isTrue(await opens('the first password'));
    assert.lengthOf(await ports.memberships.ofUser(BEN), 1);
  });

  it('adds to both of two organisations that invite at the same time', async () => {
    await inviteAround(() => inviteUnaware(EVE));
    assert.isTrue(await opens('the first password'));
    assert.lengthOf(await ports.memberships.ofUser(BEN), 2);
  });

  it('can be done again where the one before was cut short between the account and the membership', async () => {
    const cut = await inviteAround(() => Promise.reject(new Error('the process died'))).catch((error: Error) => error);
    assert.equal(cut?.message, 'the process died');
    await inviteMember(ports)(ADA, { email: BEN, password: 'the second password' });
    assert.lengthOf(await ports.memberships.ofUser(BEN), 1);
  });
});

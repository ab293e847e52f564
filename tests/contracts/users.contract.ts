import { assert } from 'chai';
import type { UserRepository } from '../../application/ports/users.ts';
import type { User } from '../../domain/accounts/user.ts';
import type { Contract } from '../support/contract.ts';

const user = (email: string, more: Partial<User> = {}): User => ({
  email,
  password: '$2b$10$hash',
  created_at: '2026-01-01T00:00:00.000Z',
  default_org_id: 'org-1',
  last_logged_in_at: null,
  ...more,
});

export const usersContract: Contract<UserRepository> = {
  'finds a user by the stored address, and nobody else': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    assert.deepEqual(await users.find('ben@example.org'), user('ben@example.org'));
    assert.isNull(await users.find('ben@example.or'));
  },

  'refuses a taken address, also when fifty ask for it at once': async (users) => {
    const asked = Array.from({ length: 50 }, (_, turn) =>
      users.add(user('ann@example.org', { password: String(turn) })),
    );
    assert.deepEqual((await Promise.all(asked)).filter(Boolean), [true]);
    assert.isFalse(await users.add(user('ann@example.org')));
  },

  'changes the given fields of one user': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    await users.update('ann@example.org', { last_logged_in_at: '2026-02-01T00:00:00.000Z' });
    await users.update('nobody@example.org', { password: 'x' });
    assert.deepEqual(
      await users.find('ann@example.org'),
      user('ann@example.org', { last_logged_in_at: '2026-02-01T00:00:00.000Z' }),
    );
    assert.deepEqual(await users.find('ben@example.org'), user('ben@example.org'));
    assert.isNull(await users.find('nobody@example.org'));
  },

  'records the first login of a user once, also when fifty log in at once': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    const moments = Array.from({ length: 50 }, (_, turn) => new Date(Date.UTC(2026, 0, 2, 0, 0, turn)).toISOString());
    const firsts = await Promise.all(moments.map((at) => users.recordFirstLogin('ann@example.org', at)));
    assert.lengthOf(firsts.filter(Boolean), 1);
    const recorded = moments[firsts.indexOf(true)]!;
    assert.deepEqual(await users.find('ann@example.org'), user('ann@example.org', { last_logged_in_at: recorded }));
    assert.deepEqual(await users.find('ben@example.org'), user('ben@example.org'));
    assert.isFalse(await users.recordFirstLogin('nobody@example.org', recorded));
  },

  'removes one user, and an absent one without complaint': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    await users.remove('ann@example.org');
    await users.remove('ann@example.org');
    assert.isNull(await users.find('ann@example.org'));
    assert.isNotNull(await users.find('ben@example.org'));
    assert.isTrue(await users.add(user('ann@example.org')));
  },
};

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
  'finds a user by the stored address only': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    assert.deepEqual(await users.find('ben@example.org'), user('ben@example.org'));
    assert.isNull(await users.find('ben@example.or'));
  },

  'refuses a taken address, also when fifty ask for it at once': async (users) => {
    const results = Array.from({ length: 50 }, (_, turn) =>
      users.add(user('ann@example.org', { password: String(turn) })),
    );
    assert.deepEqual((await Promise.all(results)).filter(Boolean), [true]);
    assert.isFalse(await users.add(user('ann@example.org')));
  },

  'is empty until there is a user': async (users) => {
    assert.isTrue(await users.isEmpty());
    await users.add(user('ann@example.org'));
    assert.isFalse(await users.isEmpty());
  },

  'keeps the first account for one address, also when fifty ask for it at once': async (users) => {
    const addresses = Array.from({ length: 50 }, (_, turn) => `user${turn}@example.org`);
    const claims = await Promise.all(addresses.map((email) => users.claimFirst(email)));
    assert.deepEqual(claims.filter(Boolean), [true]);
    for (const [turn, email] of addresses.entries()) assert.equal(await users.claimFirst(email), claims[turn]);
  },

  'changes the given fields of one user': async (users) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    await users.update('ann@example.org', { last_logged_in_at: '2026-02-01T00:00:00.000Z' });
    await users.update('nobody@example.org', { default_org_id: 'x' });
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

  'finds those of several addresses that have an account': async (users) => {
    for (const name of ['ann', 'ben', 'cay']) await users.add(user(`${name}@example.org`));
    const found = await users.findMany(['cay@example.org', 'nobody@example.org', 'ann@example.org']);
    assert.sameDeepMembers(found, [user('ann@example.org'), user('cay@example.org')]);
    assert.deepEqual(await users.findMany([]), []);
  },

  'confirms a user together with its password': async (users) => {
    const unconfirmed = { by: 'invitation', org_id: 'org-1' } as const;
    await users.add(user('ann@example.org', { unconfirmed }));
    await users.add(user('ben@example.org', { unconfirmed }));
    await users.endSessions('ann@example.org', { password: 'new', unconfirmed: null });
    const confirmed = { password: 'new', unconfirmed: null, session_version: 1 };
    assert.deepEqual(await users.find('ann@example.org'), user('ann@example.org', confirmed));
    assert.deepEqual((await users.find('ben@example.org'))?.unconfirmed, unconfirmed);
  },

  'ends the sessions of one user with a change, and of a user who is stored without a session version': async (
    users,
  ) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    assert.isTrue(await users.endSessions('ann@example.org', { password: 'new' }));
    assert.isTrue(await users.endSessions('ann@example.org'));
    const ended = user('ann@example.org', { password: 'new', session_version: 2 });
    assert.deepEqual(await users.find('ann@example.org'), ended);
    assert.deepEqual(await users.find('ben@example.org'), user('ben@example.org'));
    assert.isFalse(await users.endSessions('nobody@example.org', { password: 'x' }));
    assert.isNull(await users.find('nobody@example.org'));
  },

  'raises the session version with each of twenty who end the sessions of a user at once': async (users) => {
    await users.add(user('ann@example.org'));
    const passwords = Array.from({ length: 20 }, (_, turn) => `password ${turn}`);
    const ended = await Promise.all(passwords.map((password) => users.endSessions('ann@example.org', { password })));
    assert.deepEqual(new Set(ended), new Set([true]));
    const { session_version, password } = (await users.find('ann@example.org'))!;
    assert.equal(session_version, 20);
    assert.include(passwords, password);
  },

  'binds a user to the first identity of a provider, also under a race, until the sessions are ended with it': async (
    users,
  ) => {
    await users.add(user('ann@example.org'));
    await users.add(user('ben@example.org'));
    const raced = await Promise.all(
      Array.from({ length: 10 }, (_, at) => users.bindIdentity('ann@example.org', 'https://one.example', `${at}`)),
    );
    assert.lengthOf(raced.filter(Boolean), 1);
    const subject = `${raced.indexOf(true)}`;
    assert.isTrue(await users.bindIdentity('ann@example.org', 'https://one.example', subject));
    assert.isFalse(await users.bindIdentity('ann@example.org', 'https://one.example', 'other'));
    assert.isTrue(await users.bindIdentity('ben@example.org', 'https://one.example', 'other'));
    assert.isTrue(await users.bindIdentity('ann@example.org', 'https://two.example', 'other'));
    assert.deepInclude(await users.find('ann@example.org'), {
      sso_issuer: 'https://two.example',
      sso_subject: 'other',
    });
    await users.endSessions('ann@example.org', { sso_issuer: null, sso_subject: null });
    assert.isTrue(await users.bindIdentity('ann@example.org', 'https://two.example', 'new'));
    assert.isFalse(await users.bindIdentity('nobody@example.org', 'https://one.example', 'x'));
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

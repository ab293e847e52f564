import { assert } from 'chai';
import type { Principal } from '../../../domain/accounts/principal.ts';
import { DomainError } from '../../../domain/errors.ts';
import type { Organisation } from '../../../domain/accounts/organisation.ts';
import {
  activeOrganisation,
  CONFIRMATIONS,
  emailAddress,
  hashedPart,
  isConfirmed,
  isFirstLogin,
  isUsableAddress,
  maySignUpBeUnfinished,
  mayWorkIn,
  newPassword,
  requireCurrentSession,
  sessionVersion,
  userView,
  type User,
} from '../../../domain/accounts/user.ts';

const user: User = {
  email: 'ada@example.com',
  password: '$2b$hash',
  created_at: '2026-03-02T09:00:00.000Z',
  default_org_id: 'o1',
  last_logged_in_at: null,
};
const organisation: Organisation = {
  org_id: 'o1',
  name: 'Acme',
  created_by_email: user.email,
  created_at: user.created_at,
  concurrent_call_limit: null,
};

describe('emailAddress', () => {
  it('trims and lower-cases an address', () => assert.equal(emailAddress('  Ada@Example.COM '), 'ada@example.com'));

  it('requires one @, a domain with a dot, no spaces and no control characters', () => {
    const bad = ['', 'ada', '@example.com', 'ada@', 'ada@home', 'a@b@example.com', 'a da@example.com', 'ada@.com'];
    for (const text of [
      ...bad,
      'ada@example.',
      'ada@mail.example.com@example.com',
      'ada@.example.com',
      'ada@example..com',
      'ada@example.com.',
      'ada\u0000@example.com',
      'ada\ud83d@example.com',
      `${'a'.repeat(250)}@example.com`,
    ])
      assert.throws(() => emailAddress(text), /must be a valid email address/, text);
  });

  it('rejects characters that inject another address or a header', () => {
    for (const text of ['a,b@example.com', '<a@example.com>', 'a@example.com;', 'a:b@example.com', '"a"@example.com'])
      assert.throws(() => emailAddress(text), /must be a valid email address/, text);
  });

  it('rejects invisible characters', () => {
    for (const text of [
      'ad\u200Ba@example.com',
      'ada\u2060@example.com',
      '\u202Eada@example.com',
      'ada@exa\u00ADmple.com',
    ])
      assert.throws(() => emailAddress(text), /must be a valid email address/, JSON.stringify(text));
  });

  it('accepts 254 characters', () => {
    assert.equal(emailAddress('ada@mail.example.com'), 'ada@mail.example.com');
    const address = `${'a'.repeat(254 - '@example.com'.length)}@example.com`;
    assert.equal(emailAddress(address), address);
    assert.throws(() => emailAddress(`a${address}`), /must be a valid email address/);
  });

  it('rejects the address of the bot', () => {
    assert.throws(() => emailAddress('Bot@Internal.Invalid'), 'email is reserved');
    assert.isFalse(isUsableAddress(' Bot@Internal.Invalid'));
    assert.isTrue(isUsableAddress(' Ada@Example.com'));
    assert.isFalse(isUsableAddress('ada'));
  });
});

describe('newPassword', () => {
  it('requires 8 to 256 characters and counts an emoji as one', () => {
    assert.equal(newPassword('🔑'.repeat(8)), '🔑'.repeat(8));
    assert.throws(() => newPassword('🔑'.repeat(7)), /at least 8/);
    assert.equal(newPassword('x'.repeat(256)), 'x'.repeat(256));
    assert.throws(() => newPassword('x'.repeat(257)), /at most 256/);
  });

  it('hashes the first 72 bytes', () => {
    assert.lengthOf(hashedPart('ü'.repeat(100)), 72);
    assert.deepEqual([...hashedPart('abc')], [97, 98, 99]);
  });
});

describe('session', () => {
  const principal: Principal = { email: user.email, org_id: 'o1', role: 'member' };

  it('is current in the version of its user, which is 0 in older records and tokens', () => {
    for (const stored of [undefined, null, 0, 1]) {
      const account = stored === undefined ? user : { ...user, session_version: stored };
      const version = stored ?? 0;
      assert.equal(sessionVersion(account), version);
      assert.equal(requireCurrentSession({ ...principal, session_version: version }, account), account);
      if (version === 0) assert.equal(requireCurrentSession(principal, account), account);
    }
  });

  it('has ended when the user is gone or has another version', () => {
    for (const [claims, account] of [
      [principal, null],
      [principal, { ...user, session_version: 1 }],
      [{ ...principal, session_version: 1 }, user],
    ] as const)
      assert.throws(() => requireCurrentSession(claims, account), DomainError, 'The session has ended. Log in again.');
  });

  it('is the first one of a user who has not logged in', () => {
    assert.isTrue(isFirstLogin(user));
    assert.isFalse(isFirstLogin({ ...user, last_logged_in_at: user.created_at }));
  });
});

describe('mayWorkIn', () => {
  const other = (by: 'sign_up' | 'invitation'): string[] =>
    CONFIRMATIONS.filter((requireConfirmedEmail) =>
      mayWorkIn({ unconfirmed: { by, org_id: 'o1' } }, 'o2', { requireConfirmedEmail }),
    );

  it('is true in every organisation for a confirmed address', () => {
    for (const requireConfirmedEmail of CONFIRMATIONS)
      for (const account of [{}, { unconfirmed: null }]) {
        assert.isTrue(isConfirmed(account));
        assert.isTrue(mayWorkIn(account, 'o2', { requireConfirmedEmail }));
      }
  });

  it('is true in the organisation in which the account was created', () => {
    for (const requireConfirmedEmail of CONFIRMATIONS)
      for (const by of ['sign_up', 'invitation'] as const) {
        const account = { unconfirmed: { by, org_id: 'o1' } };
        assert.isFalse(isConfirmed(account));
        assert.isTrue(mayWorkIn(account, 'o1', { requireConfirmedEmail }));
      }
  });

  it('follows the policy in other organisations', () => {
    assert.deepEqual([...CONFIRMATIONS], ['off', 'invited', 'all']);
    assert.deepEqual(other('sign_up'), ['off', 'invited']);
    assert.deepEqual(other('invitation'), ['off']);
  });
});

describe('maySignUpBeUnfinished', () => {
  it('is true before the first login to the own organisation', () => {
    assert.isTrue(maySignUpBeUnfinished(user, organisation));
  });

  it('is false after a login, for an invited user and without the organisation', () => {
    assert.isFalse(maySignUpBeUnfinished({ ...user, last_logged_in_at: user.created_at }, organisation));
    assert.isFalse(maySignUpBeUnfinished(user, { ...organisation, created_by_email: 'eve@example.com' }));
    assert.isFalse(maySignUpBeUnfinished(user, null));
  });
});

describe('activeOrganisation', () => {
  const places = [
    { org_id: 'o2', name: 'Elder', role: 'member' as const },
    { org_id: 'o1', name: 'Acme', role: 'super_admin' as const },
  ];

  it('is the default one, else the oldest, else none', () => {
    assert.equal(activeOrganisation(user, places)?.org_id, 'o1');
    assert.equal(activeOrganisation({ ...user, default_org_id: 'gone' }, places)?.org_id, 'o2');
    assert.isNull(activeOrganisation(user, []));
  });

  it('sets role and name in the view, which has no password', () => {
    const view = userView(user, places[1]!, places);
    assert.deepEqual(view, {
      email: user.email,
      created_at: user.created_at,
      default_org_id: 'o1',
      last_logged_in_at: null,
      org_id: 'o1',
      role: 'super_admin',
      organisation_name: 'Acme',
      organisations: places,
    });
  });
});

import { assert } from 'chai';
import {
  allow,
  BOT_EMAIL,
  isAtLeast,
  isBot,
  may,
  permit,
  ROLES,
  type Principal,
} from '../../../domain/accounts/principal.ts';
import { DomainError } from '../../../domain/errors.ts';

const caller = (changes: Partial<Principal> = {}): Principal => ({
  email: 'ada@example.com',
  org_id: 'o1',
  role: 'member',
  ...changes,
});

const problemOf = (act: () => unknown): string => {
  try {
    act();
    return 'none';
  } catch (error) {
    return error instanceof DomainError ? error.problem : String(error);
  }
};

describe('roles', () => {
  it('are ordered from member to super_admin', () => {
    const pairs = ROLES.flatMap((role) => ROLES.map((weakest) => [role, weakest, isAtLeast(role, weakest)]));
    assert.deepEqual(
      pairs.filter(([, , enough]) => enough).map(([role, weakest]) => `${role} as ${weakest}`),
      [
        'member as member',
        'admin as member',
        'admin as admin',
        'super_admin as member',
        'super_admin as admin',
        'super_admin as super_admin',
      ],
    );
  });

  it('let members create agents but not delete them', () => {
    assert.equal(allow(caller(), 'agents.write').org_id, 'o1');
    assert.equal(
      problemOf(() => allow(caller(), 'agents.delete')),
      'forbidden',
    );
    assert.equal(
      problemOf(() => allow(caller({ role: 'admin' }), 'agents.delete')),
      'none',
    );
  });

  it('let members list credentials and admins reveal them', () => {
    assert.equal(allow(caller(), 'credentials.read').org_id, 'o1');
    for (const action of ['credentials.reveal', 'credentials.write'] as const) {
      assert.isFalse(may(caller(), action));
      assert.isTrue(may(caller({ role: 'admin' }), action));
      assert.isTrue(may(caller({ role: 'super_admin' }), action));
    }
  });

  it('do not matter for a bot token, which may do what the runtime needs', () => {
    const actions = [
      'agents.read',
      'calls.read',
      'calls.web',
      'calls.write',
      'credentials.read',
      'credentials.reveal',
    ] as const;
    for (const role of ROLES) {
      const bot = caller({ email: BOT_EMAIL, role });
      assert.isTrue(isBot(bot));
      for (const action of actions) assert.isTrue(may(bot, action), action);
      assert.isFalse(may(bot, 'agents.write'));
      assert.throws(() => permit(bot, 'agents.write'), DomainError, 'A bot token may not do this');
    }
    assert.isFalse(isBot(caller()));
  });

  it('are named when they are required', () => {
    assert.throws(() => permit(caller(), 'agents.delete'), DomainError, /^Requires the role admin$/);
    assert.throws(() => permit(caller(), 'audit.read'), DomainError, /^Requires the role super_admin$/);
  });

  it('grant nothing without an active organisation', () => {
    assert.throws(
      () => allow(caller({ org_id: null, role: 'super_admin' }), 'agents.read'),
      'No active organisation in token',
    );
    assert.equal(
      problemOf(() => allow(caller({ org_id: null }), 'agents.delete')),
      'rejected',
    );
  });
});

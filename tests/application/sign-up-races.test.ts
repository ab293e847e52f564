import { assert } from 'chai';
import fc from 'fast-check';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { Session } from '../../application/accounts/open-session.ts';
import { inviteMember } from '../../application/members/invite-member.ts';
import { plainPasswords } from '../security/plain-passwords.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, type Ports } from '../support/world.ts';

describe('signing up', () => {
  let ports: Ports;
  before(async () => (ports = await openPorts()));

  it('succeeds once under concurrent sign-ups and invitations, unless an invitation made the account', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.uuid(), async (scheduler, name) => {
        const email = `${name}@example.com`;
        const busy = {
          ...ports,
          passwords: scheduled(scheduler, 'passwords', plainPasswords),
          users: scheduled(scheduler, 'users', ports.users),
          organisations: scheduled(scheduler, 'organisations', ports.organisations),
          memberships: scheduled(scheduler, 'memberships', ports.memberships),
        };
        const accounts = accountUseCases(busy);
        const [ofAda, ofEve] = ['one of Ada', 'one of Eve'].map((password) => ({ email, password }));
        const host = { email: 'host@example.com', org_id: `host of ${name}`, role: 'super_admin' } as const;
        const ended = await atOnce(scheduler, [
          () => accounts.signUp({ ...ofAda!, organisation_name: 'Acme' }),
          () => accounts.logIn(ofAda!),
          () => accounts.signUp({ ...ofEve!, organisation_name: 'Eve & sons' }),
          () => inviteMember(busy)(host, { email, password: 'one of Bob' }),
        ]);
        const [ada, login, eve] = ended.map((each) => (each.status === 'fulfilled' ? (each.value as Session) : null));
        const { password } = (await ports.users.find(email))!;
        assert.equal(Boolean(ada ?? login), password === 'one of Ada');
        assert.equal(Boolean(eve), password === 'one of Eve');
        assert.isAtMost([ada, login, eve].filter((session) => session?.is_first_login).length, 1);
        const own = (await ports.memberships.ofUser(email)).filter(({ org_id }) => org_id !== host.org_id);
        assert.lengthOf(own, password === 'one of Bob' ? 0 : 1);
        const { organisations: all = [] } = await ports.documents.everything();
        const made = all.filter((each) => (each as { created_by_email?: string }).created_by_email === email);
        assert.lengthOf(made, own.length);
      }),
      { numRuns: 100 },
    ));
});

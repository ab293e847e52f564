import { assert } from 'chai';
import fc from 'fast-check';
import { inviteMember } from '../../application/members/invite-member.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import type { Membership } from '../../domain/accounts/membership.ts';
import type { User } from '../../domain/accounts/user.ts';
import { scheduled } from '../support/scheduled.ts';
import { openPorts, type Ports } from '../support/world.ts';

const ADA: Principal = { email: 'ada@example.com', org_id: 'org-1', role: 'super_admin' };
const EVE: Principal = { email: 'eve@example.com', org_id: 'org-2', role: 'super_admin' };
const BEN = 'ben@example.com';

/** What inviting needs, kept in memory, each operation when the scheduler lets it: any order of any two can come about. */
const scheduledPorts = (scheduler: fc.Scheduler, ports: Ports) => {
  const users = new Map<string, User>();
  const memberships = new Map<string, Membership>();
  const addTo = <Entry>(kept: Map<string, Entry>, key: string, entry: Entry): boolean =>
    !kept.has(key) && kept.set(key, entry) !== undefined;
  return {
    kept: { users, memberships },
    clock: ports.clock,
    confirmationPolicy: ports.confirmationPolicy,
    invitationsPerDay: ports.invitationsPerDay,
    dailyCounts: { countUp: async () => true },
    passwords: scheduled(scheduler, 'passwords', {
      ...ports.passwords,
      hash: async (part) => new TextDecoder().decode(part),
    } satisfies Ports['passwords']),
    users: scheduled(scheduler, 'users', {
      ...ports.users,
      find: async (email) => users.get(email) ?? null,
      add: async (user) => addTo(users, user.email, user),
    } satisfies Ports['users']),
    memberships: scheduled(scheduler, 'memberships', {
      ...ports.memberships,
      find: async (org, email) => memberships.get(`${org} ${email}`) ?? null,
      add: async (each) => addTo(memberships, `${each.org_id} ${each.email}`, each),
    } satisfies Ports['memberships']),
  };
};

describe('invitation', () => {
  let ports: Ports;
  before(async () => (ports = await openPorts()));

  const isInvited = (by: Parameters<typeof inviteMember>[0], host: Principal, password: string): Promise<boolean> =>
    inviteMember(by)(host, { email: BEN, password }).then(
      () => true,
      (error: Error) => {
        assert.equal(error.message, 'Already a member');
        return false;
      },
    );

  /** How a few invitations of each of two organisations end that run into each other in some order. */
  const race = async (scheduler: fc.Scheduler, started: (kept: ReturnType<typeof scheduledPorts>) => void) => {
    const busy = scheduledPorts(scheduler, ports);
    started(busy);
    const invite = (host: Principal) => (turn: number) => isInvited(busy, host, `${host.org_id}, ${turn}`);
    const [ofAda, ofEve] = await scheduler.waitFor(
      Promise.all([Promise.all([0, 1, 2].map(invite(ADA))), Promise.all([0, 1].map(invite(EVE)))]),
    );
    return { ofAda, ofEve, ...busy.kept };
  };
  const succeeded = (ended: boolean[]): number => ended.filter(Boolean).length;

  it('succeeds once in each organisation, for the one whose password the account has, in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const { ofAda, ofEve, users, memberships } = await race(scheduler, () => {});
        assert.deepEqual([succeeded(ofAda), succeeded(ofEve), memberships.size], [1, 1, 2]);
        const passwords = [`org-1, ${ofAda.indexOf(true)}`, `org-2, ${ofEve.indexOf(true)}`];
        const { password, default_org_id } = users.get(BEN)!;
        assert.equal(password, passwords[['org-1', 'org-2'].indexOf(default_org_id)]);
      }),
      { numRuns: 500 },
    ));

  it('succeeds once in each organisation when a sign-up makes the account, in whatever order', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const account = { email: BEN, password: 'his own', created_at: '', last_logged_in_at: null };
        const { ofAda, ofEve, users, memberships } = await race(scheduler, ({ users: repository }) => {
          void repository.add({ ...account, default_org_id: 'org-3' });
        });
        assert.deepEqual([succeeded(ofAda), succeeded(ofEve), memberships.size], [1, 1, 2]);
        const { password, default_org_id } = users.get(BEN)!;
        if (default_org_id === 'org-3') assert.equal(password, 'his own');
      }),
      { numRuns: 500 },
    ));

  it('can be done again where the one before was cut short between the membership and the account', async () => {
    const died = new Error('the process died');
    const users = { ...ports.users, add: () => Promise.reject(died) };
    const cut = inviteMember({ ...ports, users })(ADA, { email: BEN, password: 'the first password' });
    assert.equal(await cut.catch((error: unknown) => error), died);
    await inviteMember(ports)(ADA, { email: BEN, password: 'the second password' });
    const { password } = (await ports.users.find(BEN))!;
    assert.isTrue(await ports.passwords.matches(new TextEncoder().encode('the second password'), password));
    assert.lengthOf(await ports.memberships.ofUser(BEN), 1);
  });
});

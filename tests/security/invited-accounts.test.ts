import { assert } from 'chai';
import fc from 'fast-check';
import { accountUseCases } from '../../application/accounts/index.ts';
import type { Session } from '../../application/accounts/open-session.ts';
import { inviteMember } from '../../application/members/invite-member.ts';
import { memberUseCases } from '../../application/members/index.ts';
import { newPasswordReset } from '../../domain/accounts/password-reset.ts';
import type { User } from '../../domain/accounts/user.ts';
import { plainPasswords } from './plain-passwords.ts';
import { atOnce, scheduled } from '../support/scheduled.ts';
import { openPorts, openWorld, type Ports, type Signer, type World } from '../support/world.ts';

const VICTIM = 'victim@example.com';
/** What the attacker, an admin of another organisation, chose as the first password of the victim's account. */
const CHOSEN = 'chosen by the attacker';
const OWN = 'a password of the owner';

interface LoggedIn {
  readonly access_token: string;
  readonly org_id: string | null;
  readonly organisations: readonly { readonly org_id: string }[];
}

describe('account created by an invitation', () => {
  let world: World;
  let attacker: Signer;
  let host: Signer;
  beforeEach(async () => {
    world = await openWorld();
    [attacker, host] = [await world.signUp('attacker'), await world.signUp('host')];
  });

  const invite = (by: Signer, email = VICTIM, password = CHOSEN) =>
    world.ask('POST', '/api/v1/members/invite', { token: by.token, body: { email, password } });
  const logIn = async (password: string, email = VICTIM) =>
    (await world.ask('POST', '/api/v1/users/login', { body: { email, password } })).body as LoggedIn;
  const switchTo = (orgId: string, token: string) =>
    world.ask('POST', '/api/v1/users/switch-organisation', { token, body: { org_id: orgId } });
  const reset = async (email = VICTIM) => {
    await world.ask('POST', '/api/v1/users/forgot-password', { body: { email } });
    await world.ports.mailQueue.flush();
    const body = { token: world.ports.mailer.lastToken(), new_password: OWN };
    assert.equal((await world.ask('POST', '/api/v1/users/reset-password', { body })).status, 200);
  };
  const standingOf = async (by: Signer, email = VICTIM) => {
    const { body } = await world.ask('GET', `/api/v1/members/${by.org_id}`, { token: by.token });
    const { members } = body as { members: { email: string; confirmed: boolean; pending: boolean }[] };
    const { confirmed, pending } = members.find((member) => member.email === email)!;
    return { confirmed, pending };
  };

  it('works only in its first organisation, despite later invitations', async () => {
    assert.deepInclude((await invite(attacker)).body as object, { confirmed: false, pending: false });
    assert.deepInclude(await invite(host), { status: 201 });
    const { access_token: token, org_id, organisations } = await logIn(CHOSEN);
    assert.equal(org_id, attacker.org_id);
    assert.deepEqual(
      organisations.map((each) => each.org_id),
      [attacker.org_id],
    );
    assert.deepInclude(await switchTo(host.org_id, token), { status: 400 });
    for (const path of [`/members/${host.org_id}`, `/calls/org/${host.org_id}`, `/calls/org/${host.org_id}/analytics`])
      assert.equal((await world.ask('GET', `/api/v1${path}`, { token })).status, 403, path);
    const { text } = await world.ask('GET', '/api/v1/users/organisations', { token });
    assert.notInclude(text, host.org_id);
    const mine = await world.ask('GET', `/api/v1/members/${attacker.org_id}`, { token });
    assert.equal(mine.status, 200);
  });

  it('does not work elsewhere after its first organisation is deleted', async () => {
    await invite(attacker);
    await invite(host);
    await world.ask('DELETE', `/api/v1/organisations/${attacker.org_id}`, { token: attacker.token });
    assert.deepInclude(await logIn(CHOSEN), { org_id: null, organisations: [] });
  });

  it('is shown as unconfirmed to organisations that invite it', async () => {
    await invite(attacker);
    const { status, body } = await invite(host);
    assert.equal(status, 201);
    assert.deepInclude(body as object, { confirmed: false, pending: true });
    assert.deepEqual(await standingOf(attacker), { confirmed: false, pending: false });
    assert.deepEqual(await standingOf(host), { confirmed: false, pending: true });
  });

  it('works everywhere after a mailed reset, and no longer for the inviter', async () => {
    await invite(attacker);
    await invite(host);
    const { access_token: stolen } = await logIn(CHOSEN);
    await reset();
    for (const orgId of [attacker.org_id, host.org_id])
      assert.equal((await switchTo(orgId, stolen)).status, 401, 'the session of who invited');
    assert.notProperty(await logIn(CHOSEN), 'access_token');
    const { access_token: token, organisations } = await logIn(OWN);
    assert.sameMembers(
      organisations.map((each) => each.org_id),
      [attacker.org_id, host.org_id],
    );
    assert.equal((await switchTo(host.org_id, token)).status, 200);
    for (const by of [attacker, host]) assert.deepEqual(await standingOf(by), { confirmed: true, pending: false });
    const third = await world.signUp('third');
    assert.deepInclude((await invite(third)).body as object, { confirmed: true, pending: false });
  });

  it('works everywhere at once if no confirmation is required', async () => {
    const { users, memberships } = world.ports;
    await invite(attacker);
    await invite(host);
    const trusting = accountUseCases({ ...world.ports, confirmationPolicy: { requireConfirmedEmail: 'off' } });
    assert.lengthOf((await trusting.logIn({ email: VICTIM, password: CHOSEN })).organisations, 2);
    assert.lengthOf(await memberships.ofUser(VICTIM), 2);
    assert.deepEqual((await users.find(VICTIM))?.unconfirmed, { by: 'invitation', org_id: attacker.org_id });
  });

  it('differs from a sign-up, whose memberships work at once', async () => {
    await invite(host, attacker.email);
    assert.equal((await switchTo(host.org_id, attacker.token)).status, 200);
    assert.deepEqual(await standingOf(host, attacker.email), { confirmed: false, pending: false });
  });

  it('excludes accounts stored before the distinction existed', async () => {
    await invite(attacker);
    const users = await world.ports.documents.open<User>({ name: 'users', indexes: [] });
    const { unconfirmed: _, ...old } = (await users.findOne({ email: VICTIM }))!;
    await users.remove({ email: VICTIM });
    await users.insert(old);
    await invite(host);
    assert.lengthOf((await logIn(CHOSEN)).organisations, 2);
  });
});

describe('account created by sign-up', () => {
  it('waits for confirmation if the operator requires it', async () => {
    const world = await openWorld((ports) => {
      const parts = { ...ports, confirmationPolicy: { requireConfirmedEmail: 'all' } as const };
      return { accounts: accountUseCases(parts), members: memberUseCases(parts) };
    });
    const [squatter, host] = [await world.signUp('victim'), await world.signUp('host')];
    const invitation = { token: host.token, body: { email: squatter.email, password: OWN } };
    assert.deepInclude((await world.ask('POST', '/api/v1/members/invite', invitation)).body as object, {
      confirmed: false,
      pending: true,
    });
    const change = (orgId: string, token: string) =>
      world.ask('POST', '/api/v1/users/switch-organisation', { token, body: { org_id: orgId } });
    assert.equal((await change(host.org_id, squatter.token)).status, 400);
    assert.equal((await change(squatter.org_id, squatter.token)).status, 200);
    const old = world.ports.tokens.issue({ email: squatter.email, org_id: host.org_id, role: 'member' });
    assert.equal((await world.ask('POST', '/api/v1/agents', { token: old, body: {} })).status, 401);
    await world.ask('POST', '/api/v1/users/forgot-password', { body: { email: squatter.email } });
    await world.ports.mailQueue.flush();
    const body = { token: world.ports.mailer.lastToken(), new_password: OWN };
    await world.ask('POST', '/api/v1/users/reset-password', { body });
    const login = { body: { email: squatter.email, password: OWN } };
    const { access_token } = (await world.ask('POST', '/api/v1/users/login', login)).body as LoggedIn;
    assert.equal((await change(host.org_id, access_token)).status, 200);
  });
});

describe('confirmation', () => {
  let ports: Ports;
  before(async () => (ports = await openPorts()));

  it('gives the inviter no access to other organisations, under any concurrency', () =>
    fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.uuid(), async (scheduler, name) => {
        const email = `${name}@example.com`;
        const calmPorts = { ...ports, passwords: plainPasswords };
        const calm = accountUseCases(calmPorts);
        const [mine, theirs] = await Promise.all(
          ['a', 'b'].map(async (letter) => {
            const owner = `${letter}-${email}`;
            const { org_id } = await calm.signUp({ email: owner, password: OWN, organisation_name: letter });
            return { email: owner, org_id: org_id!, role: 'super_admin' } as const;
          }),
        );
        await inviteMember(calmPorts)(mine!, { email, password: CHOSEN });
        const { access_token } = await calm.logIn({ email, password: CHOSEN });
        const principal = ports.tokens.verify(access_token)!;
        await ports.passwordResets.add(newPasswordReset(ports.opaqueTokens.digest(name), email, ports.clock.now()));
        const busyPorts = {
          ...ports,
          passwords: scheduled(scheduler, 'passwords', plainPasswords),
          users: scheduled(scheduler, 'users', ports.users),
          memberships: scheduled(scheduler, 'memberships', ports.memberships),
        };
        const busy = accountUseCases(busyPorts);
        const ended = await atOnce(scheduler, [
          () => busy.switchOrganisation(principal, { org_id: theirs!.org_id }),
          () => busy.logIn({ email, password: CHOSEN }),
          () => busy.switchOrganisation(principal, { org_id: mine!.org_id }),
          () => busy.resetPassword({ token: name, new_password: OWN }),
          () => inviteMember(busyPorts)(theirs!, { email, password: 'of the host' }),
        ]);
        assert.deepEqual(
          ended.slice(3).map(({ status }) => status),
          ['fulfilled', 'fulfilled'],
        );
        const opened = ended
          .slice(0, 3)
          .flatMap((each) => (each.status === 'fulfilled' ? [each.value as Session] : []));
        for (const { org_id, organisations } of opened) {
          assert.equal(org_id, mine!.org_id);
          assert.lengthOf(organisations, 1);
        }
        const { organisations } = await calm.logIn({ email, password: OWN });
        assert.lengthOf(organisations, 2);
      }),
      { numRuns: 150 },
    ));
});

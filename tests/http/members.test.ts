import { assert } from 'chai';
import { refusalOf } from '../support/refusals.ts';
import { INTERNAL_KEY, openWorld, type Signer, type World } from '../support/world.ts';
import { invited } from '../support/staff.ts';

const BEN = { email: 'ben@example.com', password: 'password of ben' };

describe('members over HTTP', () => {
  let world: World;
  let ada: Signer;
  beforeEach(async () => {
    world = await openWorld();
    ada = await world.signUp();
  });

  const post = (action: string, body: unknown, by: Signer = ada) =>
    world.ask('POST', `/api/v1/members/${action}`, { token: by.token, body });
  const list = (token = ada.token, orgId = ada.org_id) => world.ask('GET', `/api/v1/members/${orgId}`, { token });
  const logIn = async (body: unknown) =>
    (await world.ask('POST', '/api/v1/users/login', { body })).body as Record<string, unknown>;
  const roles = async () =>
    Object.fromEntries(
      ((await list()).body as { members: { email: string; role: string }[] }).members.map((each) => [
        each.email,
        each.role,
      ]),
    );

  describe('are invited', () => {
    it('creates an account without a login', async () => {
      const { status, body } = await post('invite', BEN);
      assert.equal(status, 201);
      assert.deepEqual(body, { status: 'success', message: 'Member invited', confirmed: false, pending: false });
      const place = { org_id: ada.org_id, role: 'member' };
      assert.deepInclude(await logIn(BEN), { ...place, is_first_login: true });
      assert.deepInclude(await logIn(BEN), { ...place, is_first_login: false });
      assert.equal((await world.ports.users.find(BEN.email))?.default_org_id, ada.org_id);
    });

    it('adds an existing account, which keeps its password and organisation', async () => {
      const eve = await world.signUp('eve');
      assert.equal((await post('invite', { email: ' EVE@Example.com', password: 'not hers at all' })).status, 201);
      const session = await logIn(eve);
      assert.deepInclude(session, { org_id: eve.org_id, role: 'super_admin', is_first_login: false });
      assert.lengthOf(session['organisations'] as unknown[], 2);
      assert.equal((await logIn({ ...eve, password: 'not hers at all' }))['detail'], 'Incorrect email or password');
    });

    it('once, however the address is written', async () => {
      await post('invite', BEN);
      for (const again of [BEN, { ...BEN, email: 'BEN@example.com' }, { ...BEN, email: ada.email }])
        assert.deepInclude(await post('invite', again), { status: 400, detail: 'Already a member' });
    });

    it('once, also when two invite at the same time', async () => {
      const answers = await Promise.all([
        post('invite', BEN),
        post('invite', { ...BEN, password: 'another password' }),
      ]);
      assert.sameMembers(
        answers.map(({ status }) => status),
        [201, 400],
      );
      const { password } = answers[0]?.status === 201 ? BEN : { password: 'another password' };
      assert.deepInclude(await logIn({ ...BEN, password }), { role: 'member', is_first_login: true });
    });

    it('joins two organisations at once, once the address is confirmed', async () => {
      const eve = await world.signUp('eve');
      const answers = await Promise.all([post('invite', BEN), post('invite', { ...BEN }, eve)]);
      assert.deepEqual(
        answers.map(({ status }) => status),
        [201, 201],
      );
      assert.lengthOf((await logIn(BEN))['organisations'] as unknown[], 1);
      const email = BEN.email;
      await world.ask('POST', '/api/v1/users/forgot-password', { body: { email } });
      await world.ports.mailQueue.flush();
      const reset = { token: world.ports.mailer.lastToken(), new_password: BEN.password };
      await world.ask('POST', '/api/v1/users/reset-password', { body: reset });
      assert.lengthOf((await logIn(BEN))['organisations'] as unknown[], 2);
    });

    it('as member and nothing else', async () => {
      assert.equal((await post('invite', { ...BEN, role: 'member' })).status, 201);
      const other = { ...BEN, email: 'cay@example.com', role: 'admin' };
      assert.deepInclude(await post('invite', other), {
        status: 400,
        detail: 'role must be member: an invitation cannot grant another role',
      });
      assert.isNull(await world.ports.users.find('cay@example.com'));
    });

    it('requires a usable address and password', async () => {
      for (const [change, detail] of [
        [{ email: 'bot@internal.invalid' }, 'email is reserved'],
        [{ email: 'ben' }, 'email must be a valid email address'],
        [{ email: 'ben@example.com,eve@example.com' }, 'email must be a valid email address'],
      ] as const)
        assert.deepInclude(await post('invite', { ...BEN, ...change }), { status: 422, detail });
      for (const change of [{ email: `${'x'.repeat(250)}@example.com` }, { password: 'short' }, { password: 7 }])
        assert.equal((await post('invite', { ...BEN, ...change })).status, 422);
      assert.equal((await post('invite', { ...BEN, password: 'x'.repeat(257) })).status, 422);
      assert.equal((await post('invite', { ...BEN, password: 'x'.repeat(256) })).status, 201);
    });
  });

  describe('are listed', () => {
    it('newest first, to every member, whichever organisation the token is for', async () => {
      const start = world.ports.clock.now().toISOString();
      const eve = await world.signUp('eve');
      world.ports.clock.advance(60_000);
      await post('invite', { email: eve.email, password: 'whatever it is' });
      const standing = { confirmed: false, pending: false };
      const expected = {
        status: 'success',
        members: [
          { email: eve.email, role: 'member', created_at: world.ports.clock.now().toISOString(), ...standing },
          { email: ada.email, role: 'super_admin', created_at: start, ...standing },
        ],
      };
      for (const { token } of [ada, eve]) assert.deepEqual((await list(token)).body, expected);
    });

    it('answers 403 to other users', async () => {
      const eve = await world.signUp('eve');
      for (const orgId of [ada.org_id, 'no such organisation', '__proto__'])
        assert.deepInclude(await list(eve.token, orgId), {
          status: 403,
          detail: 'You are not a member of this organisation',
        });
      assert.equal((await world.ask('GET', `/api/v1/members/${ada.org_id}`)).status, 401);
    });

    it('answers 403 to bots', async () => {
      const exchange = { key: INTERNAL_KEY, body: { org_id: ada.org_id } };
      const { access_token: bot } = (await world.ask('POST', '/api/v1/users/bot/token', exchange)).body as {
        access_token: string;
      };
      assert.equal((await list(bot)).status, 403);
    });
  });

  describe('are promoted', () => {
    it('promotes to admin, also for existing tokens', async () => {
      const ben = await invited(world, ada, 'ben');
      assert.equal((await post('invite', { ...BEN, email: 'cay@example.com' }, ben)).status, 403);
      for (let turn = 0; turn < 2; turn += 1) {
        const { status, body } = await post('assign-admin', { email: ' BEN@example.com' });
        assert.equal(status, 200);
        assert.deepEqual(body, { status: 'success', message: 'Member is an admin now' });
      }
      assert.deepEqual(await roles(), { [ada.email]: 'super_admin', [ben.email]: 'admin' });
      assert.equal((await post('invite', { ...BEN, email: 'cay@example.com' }, ben)).status, 201);
    });

    it('promotes members of the active organisation, but not its super_admin', async () => {
      const eve = await world.signUp('eve');
      for (const email of [eve.email, 'nobody@example.com', 'bot@internal.invalid', ''])
        assert.deepInclude(await post('assign-admin', { email }), { status: 404, detail: 'Member not found' });
      assert.deepInclude(await post('assign-admin', { email: ada.email }), {
        status: 400,
        detail: 'A super_admin cannot be made an admin',
      });
      assert.equal((await post('assign-admin', {})).status, 422);
      assert.deepEqual(await roles(), { [ada.email]: 'super_admin' });
    });
  });

  describe('are removed', () => {
    it('revokes changes by tokens of removed members and keeps the account', async () => {
      const ben = await invited(world, ada, 'ben');
      const { status, body } = await post('remove', { email: 'Ben@Example.com' });
      assert.equal(status, 200);
      assert.deepEqual(body, { status: 'success', message: 'Member removed' });
      const { token } = ben;
      const writes = [
        await world.ask('POST', '/api/v1/agents', { token, body: {} }),
        await world.ask('DELETE', '/api/v1/agents/a1', { token }),
        await post('invite', BEN, ben),
      ];
      for (const answer of writes) assert.deepInclude(answer, { status: 401, detail: 'Membership no longer exists' });
      assert.equal((await list(token)).status, 403);
      assert.equal((await world.ask('GET', '/api/v1/users/me', { token })).status, 401);
      assert.deepInclude(await logIn(ben), { org_id: null, organisations: [] });
      assert.equal((await post('invite', ben)).status, 201);
      assert.deepInclude(await logIn(ben), { org_id: ada.org_id, role: 'member', is_first_login: false });
    });

    it('once, also when two remove at the same time', async () => {
      const { email } = await invited(world, ada, 'ben');
      const answers = await Promise.all([post('remove', { email }), post('remove', { email })]);
      assert.sameMembers(
        answers.map(({ status }) => status),
        [200, 404],
      );
    });

    it('is done by another member, in the same organisation', async () => {
      const eve = await world.signUp('eve');
      assert.deepInclude(await post('remove', { email: 'ADA@example.com' }), {
        status: 400,
        detail: 'You cannot remove yourself',
      });
      for (const email of [eve.email, 'nobody@example.com'])
        assert.deepInclude(await post('remove', { email }), { status: 404, detail: 'Member not found' });
      assert.equal((await post('remove', { email: 7 })).status, 422);
    });

    it('keeps one super_admin, also when two remove each other', async () => {
      const ben = await invited(world, ada, 'ben');
      await world.ports.memberships.changeRole(ada.org_id, ben.email, ['member'], 'super_admin');
      const answers = await Promise.all([
        post('remove', { email: ben.email }),
        post('remove', { email: ada.email }, ben),
      ]);
      for (const { status } of answers) assert.include([200, 400, 401], status);
      const left = await world.ports.memberships.ofOrganisation(ada.org_id);
      assert.isNotEmpty(left.filter(({ role }) => role === 'super_admin'));
    });

    it('unless they are the last super_admin', async () => {
      const { email, org_id } = ada;
      const removal = world.ports.memberUseCases.remove(
        { email: 'eve@example.com', org_id, role: 'super_admin' },
        { email },
      );
      const { problem, message } = await refusalOf(removal);
      assert.deepEqual([problem, message], ['rejected', 'The last super_admin cannot be removed']);
    });
  });
});

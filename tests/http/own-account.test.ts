import { assert } from 'chai';
import { INTERNAL_KEY, openWorld, type Signer, type World } from '../support/world.ts';

describe('the own account over HTTP', () => {
  let world: World;
  let ada: Signer;
  let eve: Signer;

  before(async () => {
    world = await openWorld();
    ada = await world.signUp('ada');
    eve = await world.signUp('eve');
    const body = { email: eve.email, password: 'whatever it is' };
    await world.ask('POST', '/api/v1/members/invite', { token: ada.token, body });
  });

  const get = (path: string, token = eve.token) => world.ask('GET', `/api/v1/users/${path}`, { token });
  const switchTo = (org_id: unknown, token = eve.token) =>
    world.ask('POST', '/api/v1/users/switch-organisation', { token, body: { org_id } });
  const bot = async () => {
    const exchange = { key: INTERNAL_KEY, body: { org_id: ada.org_id } };
    const { body } = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    return (body as { access_token: string }).access_token;
  };

  it('is read by its address, however that is written', async () => {
    const me = await get('me');
    assert.equal(me.status, 200);
    for (const path of [eve.email, 'EVE@Example.com', encodeURIComponent(eve.email), '%20eve@example.com'])
      assert.deepEqual((await get(path)).body, me.body, path);
  });

  it('hides whether another account exists', async () => {
    for (const path of [ada.email, 'nobody@example.com', 'organisation', '__proto__', 'bot@internal.invalid'])
      assert.deepInclude(await get(path), { status: 403, detail: "Not authorized to access this user's data" });
    assert.equal((await get(`${'x'.repeat(250)}@example.com`)).status, 422);
    assert.equal((await world.ask('GET', `/api/v1/users/${eve.email}`)).status, 401);
    assert.equal((await get('bot@internal.invalid', await bot())).status, 403);
  });

  it('takes no path of another route for an address', async () => {
    for (const path of ['login', 'signup', 'switch-organisation', 'forgot-password', 'reset-password', 'bot/token'])
      assert.include([403, 404, 405], (await get(path)).status, path);
    assert.equal((await world.ask('POST', '/api/v1/users/eve@example.com', { token: eve.token })).status, 405);
  });

  it('lists the organisations it belongs to, oldest first', async () => {
    const own = { org_id: eve.org_id, name: 'Organisation of eve', role: 'super_admin' };
    const other = { org_id: ada.org_id, name: 'Organisation of ada', role: 'member' };
    assert.deepEqual((await get('organisations')).body, { status: 'success', organisations: [own, other] });
    assert.equal((await get('organisations', await bot())).status, 403);
    const nowhere = world.ports.tokens.issue({ email: eve.email, org_id: null, role: 'member' });
    assert.deepEqual((await get('organisations', nowhere)).body, { status: 'success', organisations: [own, other] });
  });

  it('switches to another organisation, and stays there', async () => {
    const before = (await world.ports.users.find(eve.email))?.last_logged_in_at;
    world.ports.clock.advance(1000);
    const { status, body } = await switchTo(ada.org_id);
    assert.equal(status, 200);
    const session = body as Record<string, unknown>;
    assert.deepInclude(session, { org_id: ada.org_id, role: 'member', is_first_login: false, token_type: 'bearer' });
    assert.lengthOf(session['organisations'] as unknown[], 2);
    const me = (await get('me', session['access_token'] as string)).body;
    assert.deepInclude(me as object, {
      org_id: ada.org_id,
      default_org_id: ada.org_id,
      organisation_name: 'Organisation of ada',
      last_logged_in_at: before,
    });
    assert.deepInclude((await get('me')).body as object, { org_id: eve.org_id, role: 'super_admin' });
    const login = { email: eve.email, password: eve.password };
    const again = await world.ask('POST', '/api/v1/users/login', { body: login });
    assert.deepInclude(again.body as object, { org_id: ada.org_id, role: 'member', is_first_login: false });
  });

  it('switches to no organisation it does not belong to', async () => {
    for (const [orgId, token] of [
      [eve.org_id, ada.token],
      ['no such organisation', eve.token],
    ] as const)
      assert.deepInclude(await switchTo(orgId, token), {
        status: 400,
        detail: 'You are not a member of this organisation',
      });
    assert.equal((await switchTo(ada.org_id, await bot())).status, 403);
    assert.equal((await switchTo({ $ne: null })).status, 422);
  });
});

describe('checking an address over HTTP', () => {
  let world: World;
  let ada: Signer;
  before(async () => {
    world = await openWorld();
    ada = await world.signUp('ada');
    await world.signUp('eve');
  });

  const check = (email: string, query = '') => world.ask('GET', `/api/v1/users/check/${email}${query}`);

  const table: readonly [string, string, string, [boolean, boolean, boolean]][] = [
    ['an account', 'eve@example.com', '', [true, false, true]],
    ['an account in other letters', '%20EVE@Example.com', '', [true, false, true]],
    ['nobody', 'cay@example.com', '', [false, false, true]],
    ['an invalid address', 'cay', '', [false, false, false]],
    ['the bot', 'bot@internal.invalid', '', [false, false, false]],
    ['a member of the organisation', 'ADA@example.com', '?org_id=own', [true, true, false]],
    ['an account elsewhere', 'eve@example.com', '?org_id=own', [true, false, true]],
    ['an account without an organisation', 'cay@example.com', '?org_id=own', [false, false, true]],
    ['no address, for the organisation', 'cay', '?org_id=own', [false, false, false]],
    ['an account, for no organisation', 'eve@example.com', '?org_id=none', [true, false, false]],
  ];
  for (const [what, email, query, [exists, already_in_org, can_join]] of table)
    it(`reports ${what}${query}`, async () => {
      const { status, body } = await check(email, query.replace('own', ada.org_id));
      assert.equal(status, 200);
      assert.deepEqual(body, { exists, already_in_org, can_join });
    });

  it('needs an address that is not endless', async () => {
    assert.equal((await check('x'.repeat(255))).status, 422);
  });
});

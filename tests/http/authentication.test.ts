import { request as httpRequest } from 'node:http';
import { assert } from 'chai';
import { loadContract, type Operation } from '../../adapters/http/contract.ts';
import type { Membership } from '../../domain/accounts/membership.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

describe('a bearer token', () => {
  let world: World;
  beforeEach(async () => (world = await openWorld()));

  it('is needed, and must be ours', async () => {
    const { token } = await world.signUp();
    const forged = `${token.slice(0, -4)}AAAA`;
    const wrong: readonly Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: token },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Basic ${token}` },
      { authorization: `Bearer ${forged}` },
      { authorization: `Bearer ${token} extra` },
      { 'x-api-key': INTERNAL_KEY },
    ];
    for (const headers of wrong) {
      const answer = await world.ask('GET', '/api/v1/agents', { headers });
      assert.equal(answer.status, 401, JSON.stringify(headers));
      assert.include(['Not authenticated', 'Invalid or expired token'], answer.detail);
      assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
    }
    assert.equal((await world.ask('GET', '/api/v1/agents', { token })).status, 200);
    assert.equal(
      (await world.ask('GET', '/api/v1/agents', { headers: { authorization: `bearer ${token}` } })).status,
      200,
    );
  });

  it('is one, or none at all is believed', async () => {
    const { token } = await world.signUp();
    const statusOf = (...tokens: string[]): Promise<number | undefined> =>
      new Promise((resolve, reject) => {
        const headers = { Authorization: tokens.map((each) => `Bearer ${each}`) };
        const request = httpRequest(`${world.url}/api/v1/agents`, { headers } as object, (response) => {
          response.resume();
          resolve(response.statusCode);
        });
        request.on('error', reject).end();
      });
    assert.equal(await statusOf(token), 200);
    for (const tokens of [
      [token, 'forged'],
      ['forged', token],
      [token, token],
    ])
      assert.equal(await statusOf(...tokens), 401);
  });

  it('limits the bot to its organisation', async () => {
    const [ada, eve] = [await openAgentFixture(world), await openAgentFixture(world, 'eve')];
    const exchange = { key: INTERNAL_KEY, body: { org_id: ada.org_id } };
    const { body } = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    const { access_token: token } = body as { access_token: string };
    const ask = (method: string, path: string, sent?: unknown) =>
      world.ask(method, `/api/v1${path}`, { token, ...(sent !== undefined && { body: sent }) });
    assert.equal((await ask('GET', `/agents/${ada.agentId}`)).status, 200);
    const refused = await Promise.all([
      ask('GET', `/agents/${eve.agentId}`),
      ask('GET', '/users/me'),
      ask('GET', `/users/${ada.email}`),
      ask('POST', '/users/switch-organisation', { org_id: ada.org_id }),
      ask('GET', `/members/${eve.org_id}`),
      ask('GET', `/calls/org/${eve.org_id}`),
      ask('DELETE', `/organisations/${ada.org_id}`),
      ask('DELETE', `/organisations/${eve.org_id}`),
      ask('POST', '/members/remove', { email: ada.email }),
    ]);
    for (const { status, text } of refused) assert.include([400, 401, 403, 404], status, text);
  });

  it('expires, and is checked before the body is', async () => {
    assert.equal((await world.ask('POST', '/api/v1/agents', { body: { name: 7 } })).status, 401);
    const { token } = await world.signUp();
    world.ports.clock.advance(30 * 60_000 + 1_000);
    assert.equal((await world.ask('GET', '/api/v1/agents', { token })).detail, 'Invalid or expired token');
  });

  it('without an organisation is of no use where one is needed', async () => {
    const { email } = await world.signUp();
    const token = world.ports.tokens.issue({ email, org_id: null, role: 'member' });
    for (const [method, path] of [
      ['GET', '/api/v1/users/me'],
      ['GET', '/api/v1/agents'],
      ['GET', '/api/v1/configuration/stt'],
      ['GET', '/api/v1/calls/c1/metrics'],
      ['DELETE', '/api/v1/agents/a1'],
    ] as const) {
      const answer = await world.ask(method, path, { token });
      assert.equal(answer.status, 400, path);
      assert.equal(answer.detail, 'No active organisation in token');
    }
  });

  it('refuses changes by a removed member', async () => {
    const { email, token } = await world.signUp();
    const memberships = await world.ports.documents.open<Membership>({ name: 'memberships', indexes: [] });
    await memberships.remove({ email });
    const calls = await Promise.all([
      world.ask('POST', '/api/v1/agents', { token, body: {} }),
      world.ask('PATCH', '/api/v1/agents/a1', { token, body: {} }),
      world.ask('DELETE', '/api/v1/agents/a1', { token }),
      world.ask('POST', '/api/v1/calls/web', { token, body: {} }),
      world.ask('PATCH', '/api/v1/calls/c1', { token, body: {} }),
      world.ask('PUT', '/api/v1/calls/c1/metrics', { token, body: {} }),
    ]);
    for (const { status, detail } of calls) assert.deepEqual([status, detail], [401, 'Membership no longer exists']);
  });

  it('lets a removed member switch to another own organisation only', async () => {
    const [ada, eve] = [await world.signUp(), await world.signUp('eve')];
    const memberships = await world.ports.documents.open<Membership>({ name: 'memberships', indexes: [] });
    await world.ports.memberships.add({ org_id: ada.org_id, email: eve.email, role: 'member', created_at: '' });
    const switchTo = (orgId: string, token: string) =>
      world.ask('POST', '/api/v1/users/switch-organisation', { token, body: { org_id: orgId } });
    const lost = ((await switchTo(ada.org_id, eve.token)).body as { access_token: string }).access_token;
    await memberships.remove({ email: eve.email, org_id: ada.org_id });
    assert.deepInclude(await switchTo(ada.org_id, lost), {
      status: 400,
      detail: 'You are not a member of this organisation',
    });
    const back = await switchTo(eve.org_id, lost);
    assert.deepInclude(back.body as object, { org_id: eve.org_id, role: 'super_admin' });
    await world.ports.organisations.remove(eve.org_id);
    assert.equal((await switchTo(eve.org_id, lost)).status, 400);
  });

  it('refuses changes by the bot of a deleted organisation', async () => {
    const { org_id } = await world.signUp();
    const exchange = { key: INTERNAL_KEY, body: { org_id } };
    const bot = await world.ask('POST', '/api/v1/users/bot/token', exchange);
    const { access_token: token } = bot.body as { access_token: string };
    const change = { token, body: { status: 'failed' } };
    assert.equal((await world.ask('PATCH', '/api/v1/calls/c1', change)).status, 404);
    await world.ports.organisations.remove(org_id);
    const answer = await world.ask('PATCH', '/api/v1/calls/c1', change);
    assert.deepEqual([answer.status, answer.detail], [401, 'Organisation no longer exists']);
    assert.equal((await world.ask('POST', '/api/v1/users/bot/token', exchange)).status, 404);
  });

  it('counts with the role that is held now', async () => {
    const { email, org_id } = await world.signUp();
    const token = world.ports.tokens.issue({ email, org_id, role: 'member' });
    assert.equal((await world.ask('DELETE', '/api/v1/agents/a1', { token })).status, 404);
  });

  it('answers 503 while the principal cannot be confirmed', async () => {
    const broken = await openWorld((ports) => ({
      accounts: { ...ports.accountUseCases, refreshPrincipal: () => Promise.reject(new Error('the disk is gone')) },
    }));
    const token = broken.ports.tokens.issue({ email: 'ada@example.com', org_id: 'o1', role: 'member' });
    const answer = await broken.ask('DELETE', '/api/v1/agents/a1', { token });
    assert.deepEqual([answer.status, answer.detail], [500, 'Internal server error']);
    assert.isTrue(broken.log.some(({ stack }) => String(stack).includes('the disk is gone')));
  });
});

/** Spec: authentication. Every other route takes exactly one of the two credentials. A download has a signed link. */
const OPEN = [
  ...['welcome', 'health', 'signUp', 'logIn', 'checkEmail', 'forgotPassword', 'resetPassword'],
  ...['downloadObject', 'startSingleSignOn', 'finishSingleSignOn'],
];

describe('every operation', () => {
  const operations = Object.entries(loadContract('/api/v1').paths).flatMap(([path, item]) =>
    Object.entries(item).flatMap(([method, operation]) =>
      operation?.operationId === undefined ? [] : [{ method: method.toUpperCase(), path, operation }],
    ),
  );
  const withSecurity = (test: (security: Operation['security']) => boolean) =>
    operations.filter(({ operation }) => test(operation.security));
  const isKeyed = (security: Operation['security']) => security?.some((each) => 'ApiKeyAuth' in each) ?? false;

  let world: World;
  let token: string;
  before(async () => {
    world = await openWorld();
    ({ token } = await world.signUp());
  });
  const ask = ({ method, path }: { method: string; path: string }, sent: object) =>
    world.ask(method, path.replaceAll(/\{\w+\}/g, 'none'), sent);

  it('is open only where the specification says so', () => {
    const open = withSecurity((security) => security?.length === 0);
    assert.sameMembers(
      open.map(({ operation }) => operation.operationId),
      OPEN,
    );
  });

  it('that takes a token takes nothing else, and is 401 without', async () => {
    for (const operation of withSecurity((security) => security === undefined))
      for (const sent of [{}, { key: INTERNAL_KEY }]) {
        const answer = await ask(operation, sent);
        assert.deepInclude(answer, { status: 401, detail: 'Not authenticated' }, operation.path);
        assert.equal(answer.headers.get('www-authenticate'), 'Bearer');
      }
  });

  it('that takes the internal key takes nothing else, and is 401 without', async () => {
    const keyed = withSecurity(isKeyed);
    assert.isNotEmpty(keyed);
    for (const operation of keyed) {
      for (const sent of [{}, { token }])
        assert.deepInclude(await ask(operation, sent), { status: 401, detail: 'Missing API key' }, operation.path);
      for (const sent of [{ key: 'wrong' }, { key: 'wrong', token }])
        assert.deepInclude(await ask(operation, sent), { status: 401, detail: 'Invalid API key' }, operation.path);
    }
  });
});

describe('the internal key', () => {
  it('is missing, wrong or right', async () => {
    const world = await openWorld();
    const { org_id } = await world.signUp();
    const ask = (sent: object) => world.ask('POST', '/api/v1/users/bot/token', { body: { org_id }, ...sent });
    for (const sent of [{}, { headers: { 'x-api-key': '' } }, { token: 'x' }])
      assert.deepInclude(await ask(sent), { status: 401, detail: 'Missing API key' });
    for (const key of ['wrong', `${INTERNAL_KEY}x`, INTERNAL_KEY.slice(1), INTERNAL_KEY.toUpperCase()])
      assert.deepInclude(await ask({ key }), { status: 401, detail: 'Invalid API key' });
    const { status, body } = await ask({ key: INTERNAL_KEY });
    assert.equal(status, 200);
    assert.deepInclude(body as object, { token_type: 'bearer', org_id, role: 'admin' });
    assert.equal((await ask({ key: INTERNAL_KEY, body: { org_id: 'none' } })).detail, 'Organisation not found');
  });

  it('that the server does not have opens nothing', async () => {
    const world = await openWorld(() => ({ internalApiKey: null }));
    const body = { org_id: 'o1' };
    for (const key of ['null', 'undefined', 'anything']) {
      const answer = await world.ask('POST', '/api/v1/users/bot/token', { key, body });
      assert.deepInclude(answer, { status: 500, detail: 'Internal API key not configured' });
    }
  });
});

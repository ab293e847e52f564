import { assert } from 'chai';
import { ACME, MASKED, openAuthFixture, type AuthFixture } from './auth-fixture.ts';
import { INTERNAL_KEY } from '../support/world.ts';

const UNKNOWN = { status: 404, detail: 'Provider nowhere not found: GET /auth/catalog lists all there are' };
const NEEDS_ADMIN = { status: 403, detail: 'Requires the role admin' };

const ROUTES: readonly [method: string, path: string][] = [
  ['GET', '/catalog'],
  ['GET', '/catalog/acme'],
  ['GET', '/configured'],
  ['POST', ''],
  ['GET', '/acme'],
  ['PATCH', '/acme'],
  ['DELETE', '/acme'],
];

describe('provider credentials over HTTP', () => {
  let fixture: AuthFixture;
  beforeEach(async () => (fixture = await openAuthFixture()));

  describe('the catalogue', () => {
    it('lists who takes credentials, speech and telephony alike, by id', async () => {
      const { status, body } = await fixture.ask('GET', '/catalog', { token: fixture.member });
      assert.equal(status, 200);
      const entries = body as Record<string, { kinds: string[] }>;
      assert.deepEqual(Object.keys(entries), ['acme', 'courier', 'test_llm']);
      assert.deepEqual(entries['courier']?.kinds, ['telephony']);
    });

    it('shows one provider with the fields of all its kinds', async () => {
      const { status, body } = await fixture.ask('GET', '/catalog/acme', { token: fixture.member });
      assert.equal(status, 200);
      assert.deepInclude(body as object, {
        provider: 'acme',
        kinds: ['stt', 'tts'],
        secrets: ['api_key', 'voice_key'],
        required: ['api_key', 'voice_key'],
        authenticated: false,
      });
      const bare = await fixture.ask('GET', '/catalog/bare');
      assert.deepInclude(bare.body as object, { fields: {}, authenticated: true });
      const model = await fixture.ask('GET', '/catalog/test_llm');
      assert.deepInclude(model.body as object, { secrets: ['api_key', 'extra'], required: [], authenticated: false });
    });

    it('answers 404 to an unknown provider', async () => {
      const answer = await fixture.ask('GET', '/catalog/nowhere');
      assert.deepInclude(answer, UNKNOWN);
    });

    it('tells what is configured, as the configuration catalogue does', async () => {
      await fixture.store();
      assert.deepInclude((await fixture.ask('GET', '/catalog/acme')).body as object, { authenticated: true });
      const { token } = await fixture.world.signUp('eve');
      for (const [kind, provider] of [
        ['stt', 'acme'],
        ['tts', 'acme'],
        ['llm', 'bare'],
        ['llm', 'test_llm'],
        ['telephony', 'courier'],
      ] as const)
        for (const asking of [fixture.member, token]) {
          const flag = async (path: string) =>
            ((await fixture.world.ask('GET', `/api/v1${path}`, { token: asking })).body as Record<string, unknown>)[
              'authenticated'
            ];
          const listed = await fixture.world.ask('GET', `/api/v1/configuration/${kind}`, { token: asking });
          const expected = provider === 'bare' || (provider === 'acme' && asking === fixture.member);
          assert.deepInclude((listed.body as Record<string, object>)[provider], { authenticated: expected });
          assert.equal(await flag(`/configuration/${kind}/setting/${provider}`), expected);
          assert.equal(await flag(`/auth/catalog/${provider}`), expected, `${provider} in the catalogue`);
        }
    });
  });

  it('lists the configured providers as a bare, sorted array', async () => {
    assert.deepEqual((await fixture.ask('GET', '/configured')).body, []);
    await fixture.store({ auth_id: 'a', auth_token: 'b' }, 'courier');
    await fixture.store();
    const { status, body } = await fixture.ask('GET', '/configured', { token: fixture.member });
    assert.equal(status, 200);
    assert.deepEqual(body, ['acme', 'courier']);
  });

  describe('storing', () => {
    it('answers what was stored, in plain, and encrypts it at rest', async () => {
      const { status, body } = await fixture.store();
      const now = fixture.world.ports.clock.now().toISOString();
      assert.equal(status, 201);
      assert.deepEqual(body, {
        org_id: fixture.ada.org_id,
        provider: 'acme',
        auth: ACME,
        allowed_hosts: [],
        created_at: now,
        updated_at: now,
      });
      const stored = String(await fixture.stored());
      assert.match(stored, /^enc:v1:gAAAAA/);
      assert.equal(
        fixture.world.ports.cipher.decrypt(stored.slice('enc:v1:'.length)),
        '{"api_key":"sk-acme-12345678","voice_key":["vk-11111111","vk-22222222","abcd"]}',
      );
    });

    it('replaces everything but the time of the first', async () => {
      const { created_at } = (await fixture.store()).body as { created_at: string };
      fixture.world.ports.clock.advance(60_000);
      const auth = { api_key: 'new', voice_key: 'new' };
      const { status, body } = await fixture.store(auth, 'acme', { token: await fixture.join('admin') });
      assert.equal(status, 201);
      assert.deepInclude(body as object, {
        auth,
        created_at,
        updated_at: fixture.world.ports.clock.now().toISOString(),
      });
      assert.deepEqual((await fixture.ask('GET', '/acme')).body, body);
    });

    it('at the same time leaves what one of them stored, whole', async () => {
      const keys = Array.from({ length: 8 }, (_, turn) => ({ api_key: `key ${turn}`, voice_key: `voice ${turn}` }));
      const answers = await Promise.all(keys.map((each) => fixture.store(each)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      assert.deepInclude(keys, (await fixture.seenBy(fixture.ada.token)) as (typeof keys)[number]);
      assert.equal((await fixture.ask('DELETE', '/acme')).status, 200);
      assert.equal((await fixture.ask('GET', '/acme')).status, 404);
    });

    it('answers 422 to what may not be stored, naming it', async () => {
      const table: readonly [auth: unknown, provider: string, detail: string][] = [
        [{ ...ACME, region: 'eu' }, 'acme', 'auth must include only secret fields of acme, not: region'],
        [{ api_key: 'k' }, 'acme', 'auth must include the required fields of acme: voice_key'],
        [{ ...ACME, api_key: '' }, 'acme', 'auth.api_key must be a non-empty string or a list of non-empty strings'],
        [{ api_key: 'k' }, 'bare', 'bare takes no credentials'],
      ];
      for (const [auth, provider, detail] of table)
        assert.deepInclude(await fixture.store(auth, provider), { status: 422, detail });
      const misshapen = [
        {},
        { provider: 'acme' },
        { provider: { $ne: '' }, auth: ACME },
        { provider: 'acme', auth: [] },
      ];
      for (const body of misshapen)
        assert.equal((await fixture.ask('POST', '', { body })).status, 422, JSON.stringify(body));
      assert.deepEqual((await fixture.ask('GET', '/configured')).body, []);
    });

    it('answers 404 to an unknown provider, 403 to a member, 413 to more than keys', async () => {
      assert.deepInclude(await fixture.store(ACME, 'nowhere'), UNKNOWN);
      assert.deepInclude(await fixture.store(ACME, 'acme', { token: fixture.member }), NEEDS_ADMIN);
      assert.equal((await fixture.store({ ...ACME, api_key: 'k'.repeat(60_000) })).status, 201);
      assert.equal((await fixture.store({ ...ACME, api_key: 'k'.repeat(66_000) })).status, 413);
    });
  });

  describe('reading', () => {
    it('shows real values to admins, super admins and bots, masked ones to members', async () => {
      await fixture.store();
      const body = { org_id: fixture.ada.org_id };
      const bot = await fixture.world.ask('POST', '/api/v1/users/bot/token', { key: INTERNAL_KEY, body });
      const { access_token } = bot.body as { access_token: string };
      for (const token of [fixture.ada.token, await fixture.join('admin'), access_token])
        assert.deepEqual(await fixture.seenBy(token), ACME);
      assert.deepEqual(await fixture.seenBy(fixture.member), MASKED);
    });

    it('ends at once for a former admin', async () => {
      await fixture.store();
      const claims = { org_id: fixture.ada.org_id, role: 'admin' } as const;
      const gone = await fixture.join('admin');
      await fixture.world.ports.memberships.remove(claims.org_id, 'admin@example.com');
      const answer = await fixture.ask('GET', '/acme', { token: gone });
      assert.deepInclude(answer, { status: 401, detail: 'Membership no longer exists' });
      const demoted = fixture.world.ports.tokens.issue({ ...claims, email: 'member@example.com' });
      assert.deepEqual(await fixture.seenBy(demoted), MASKED);
    });
  });

  it('are deleted once, by admins only', async () => {
    await fixture.store();
    assert.deepInclude(await fixture.ask('DELETE', '/acme', { token: fixture.member }), NEEDS_ADMIN);
    const { status, body } = await fixture.ask('DELETE', '/acme', { token: await fixture.join('admin') });
    assert.equal(status, 200);
    assert.deepEqual(body, { status: 'success', message: 'Provider credentials deleted' });
    assert.deepEqual((await fixture.ask('GET', '/configured')).body, []);
  });

  it('that were never stored are missing, in the words of the specification', async () => {
    for (const provider of ['acme', 'nowhere', 'constructor'])
      for (const method of ['GET', 'DELETE'])
        assert.deepInclude(await fixture.ask(method, `/${provider}`), {
          status: 404,
          detail: `No auth stored for provider: ${provider}`,
        });
  });

  it('need a token with an active organisation, on every route', async () => {
    const { email } = fixture.ada;
    const homeless = fixture.world.ports.tokens.issue({ email, org_id: null, role: 'super_admin' });
    for (const [method, path] of ROUTES) {
      const body = method === 'POST' ? { provider: 'acme', auth: ACME } : { allowed_hosts: [] };
      const sent = method === 'POST' || method === 'PATCH' ? { body } : {};
      assert.equal((await fixture.ask(method, path, { ...sent, token: 'none' })).status, 401, `${method} ${path}`);
      const answer = await fixture.ask(method, path, { ...sent, token: homeless });
      assert.deepInclude(answer, { status: 400, detail: 'No active organisation in token' }, `${method} ${path}`);
    }
  });

  it('are of one organisation alone', async () => {
    const { token } = await fixture.world.signUp('eve');
    await fixture.store();
    assert.deepEqual((await fixture.ask('GET', '/configured', { token })).body, []);
    assert.deepInclude((await fixture.ask('GET', '/catalog/acme', { token })).body as object, { authenticated: false });
    for (const method of ['GET', 'DELETE'])
      assert.deepInclude(await fixture.ask(method, '/acme', { token }), {
        status: 404,
        detail: 'No auth stored for provider: acme',
      });
    await fixture.store({ api_key: 'hers', voice_key: 'hers' }, 'acme', { token });
    assert.deepEqual(await fixture.seenBy(fixture.ada.token), ACME);
    await fixture.ask('DELETE', '/acme', { token });
    assert.deepEqual(await fixture.seenBy(fixture.ada.token), ACME);
  });
});

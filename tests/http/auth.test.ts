import { assert } from 'chai';
import { fernetCipher } from '../../adapters/cipher/fernet.ts';
import { catalogueUseCases } from '../../application/catalogue/index.ts';
import { credentialUseCases } from '../../application/credentials/index.ts';
import type { Role } from '../../domain/accounts/caller.ts';
import type { ProviderAuth } from '../../domain/credentials/provider-auth.ts';
import type { Sent } from '../support/client.ts';
import { declaredProviders } from '../support/declared-providers.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { ENCRYPTION_KEY, INTERNAL_KEY, openWorld, type Signer, type World } from '../support/world.ts';

const ACME = { api_key: 'sk-acme-12345678', voice_key: ['vk-11111111', 'vk-22222222', 'abcd'] };
const MASKED = { api_key: '************5678', voice_key: ['*******1111', '*******2222', '****'] };
const UNREADABLE = { status: 500, detail: 'Failed to decrypt ProviderAuth credentials' };

describe('provider credentials over HTTP', () => {
  let world: World;
  let ada: Signer;
  let member: string;
  /** The key of the running server; a test may take or change it. */
  let key: string | null;
  /** Everything the API said, headers left out. */
  let said: string[];
  const { log, lines } = rememberingLog();

  beforeEach(async () => {
    key = ENCRYPTION_KEY;
    said = [];
    world = await openWorld((ports) => {
      const cipher = () => fernetCipher(key, ports.clock);
      const parts = {
        ...ports,
        log,
        providers: declaredProviders(),
        cipher: {
          requireKey: () => cipher().requireKey(),
          encrypt: (text: string) => cipher().encrypt(text),
          decrypt: (token: string) => cipher().decrypt(token),
        },
      };
      return { credentials: credentialUseCases(parts), catalogue: catalogueUseCases(parts), log };
    });
    ada = await world.signUp();
    member = await join('member');
  });
  afterEach(() => world.close());

  /** The token of a new member of Ada's organisation. */
  async function join(role: Role): Promise<string> {
    const { clock, memberships, tokens } = world.ports;
    const email = `${role}@example.com`;
    await memberships.add({ email, org_id: ada.org_id, role, created_at: clock.now().toISOString() });
    return tokens.issue({ email, org_id: ada.org_id, role });
  }

  const ask = async (method: string, path: string, sent: Sent = {}) => {
    const answer = await world.ask(method, `/api/v1/auth${path}`, { token: ada.token, ...sent });
    said.push(answer.text);
    return answer;
  };
  const store = (auth: unknown = ACME, provider = 'acme', sent: Sent = {}) =>
    ask('POST', '', { body: { provider, auth }, ...sent });
  const documents = () => world.ports.documents.open<ProviderAuth>({ name: 'provider_auths', indexes: [] });
  /** Puts this in the place of what is stored, as another version may have left it there. */
  const leave = (auth: unknown) => {
    const now = world.ports.clock.now().toISOString();
    return world.ports.providerAuths.put({
      org_id: ada.org_id,
      provider: 'acme',
      auth,
      created_at: now,
      updated_at: now,
    });
  };
  const botToken = async (): Promise<string> => {
    const body = { org_id: ada.org_id };
    const answer = await world.ask('POST', '/api/v1/users/bot/token', { key: INTERNAL_KEY, body });
    return (answer.body as { access_token: string }).access_token;
  };

  describe('the catalogue', () => {
    it('lists who takes credentials, speech and telephony alike, by id', async () => {
      const { status, body } = await ask('GET', '/catalog', { token: member });
      assert.equal(status, 200);
      const entries = body as Record<string, { kinds: string[]; authenticated: boolean }>;
      assert.deepEqual(Object.keys(entries), ['acme', 'brain', 'courier']);
      assert.deepEqual(entries['courier']?.kinds, ['telephony']);
    });

    it('shows one provider with the fields of all its kinds', async () => {
      const { status, body } = await ask('GET', '/catalog/acme', { token: member });
      assert.equal(status, 200);
      assert.deepInclude(body as object, {
        provider: 'acme',
        kinds: ['stt', 'tts'],
        secrets: ['api_key', 'voice_key'],
        required: ['api_key', 'voice_key'],
        authenticated: false,
      });
      assert.deepInclude((await ask('GET', '/catalog/bare')).body as object, { fields: {}, authenticated: true });
    });

    it('answers 404 to an unknown provider', async () => {
      assert.deepInclude(await ask('GET', '/catalog/nobody'), { status: 404, detail: 'Provider not found' });
    });

    it('tells what is configured, as the configuration catalogue does', async () => {
      await store();
      assert.isTrue(((await ask('GET', '/catalog/acme')).body as { authenticated: boolean }).authenticated);
      for (const path of ['stt', 'stt/setting/acme', 'tts']) {
        const { text } = await world.ask('GET', `/api/v1/configuration/${path}`, { token: member });
        assert.include(text, '"authenticated":true', path);
      }
    });
  });

  it('lists the configured providers as a bare, sorted array', async () => {
    assert.deepEqual((await ask('GET', '/configured')).body, []);
    await store({ auth_id: 'a', auth_token: 'b' }, 'courier');
    await store();
    assert.deepInclude(await ask('GET', '/configured', { token: member }), { status: 200 });
    assert.deepEqual((await ask('GET', '/configured', { token: member })).body, ['acme', 'courier']);
  });

  describe('storing', () => {
    it('answers what was stored, in plain, and encrypts it at rest', async () => {
      const { status, body } = await store();
      const now = world.ports.clock.now().toISOString();
      const view = { org_id: ada.org_id, provider: 'acme', auth: ACME, created_at: now, updated_at: now };
      assert.equal(status, 201);
      assert.deepEqual(body, view);
      const stored = await world.ports.providerAuths.find(ada.org_id, 'acme');
      assert.match(String(stored?.auth), /^enc:v1:gAAAAA/);
      const token = String(stored?.auth).slice('enc:v1:'.length);
      assert.equal(
        world.ports.cipher.decrypt(token),
        '{"api_key":"sk-acme-12345678","voice_key":["vk-11111111","vk-22222222","abcd"]}',
      );
    });

    it('replaces everything but the time of the first', async () => {
      const first = (await store()).body as { created_at: string };
      world.ports.clock.advance(60_000);
      const { status, body } = await store({ api_key: 'new', voice_key: 'new' }, 'acme', {
        token: await join('admin'),
      });
      assert.equal(status, 201);
      const now = world.ports.clock.now().toISOString();
      assert.deepInclude(body as object, { created_at: first.created_at, updated_at: now });
      assert.deepEqual((await ask('GET', '/acme')).body, body);
    });

    it('twice at the same time leaves one of the two, whole', async () => {
      const keys = Array.from({ length: 8 }, (_, turn) => ({ api_key: `key ${turn}`, voice_key: `voice ${turn}` }));
      const answers = await Promise.all(keys.map((each) => store(each)));
      assert.deepEqual([...new Set(answers.map(({ status }) => status))], [201]);
      const { auth } = (await ask('GET', '/acme')).body as { auth: (typeof keys)[number] };
      assert.deepInclude(keys, auth);
      assert.equal(await (await documents()).count({ org_id: ada.org_id }), 1);
    });

    it('answers 422 to what may not be stored, naming it', async () => {
      const table: readonly [unknown, string, string][] = [
        [{ ...ACME, region: 'eu' }, 'acme', 'auth must include only secret fields of acme, not: region'],
        [{ api_key: 'k' }, 'acme', 'auth must include the required fields of acme: voice_key'],
        [{ ...ACME, api_key: '' }, 'acme', 'auth.api_key must be a non-empty string or a list of non-empty strings'],
        [{ api_key: 'k' }, 'bare', 'bare takes no credentials'],
      ];
      for (const [auth, provider, detail] of table)
        assert.deepInclude(await store(auth, provider), { status: 422, detail });
      for (const body of [
        {},
        { provider: 'acme' },
        { provider: { $ne: '' }, auth: ACME },
        { provider: 'acme', auth: [] },
      ])
        assert.equal((await ask('POST', '', { body })).status, 422, JSON.stringify(body));
      assert.deepEqual((await ask('GET', '/configured')).body, []);
    });

    it('answers 404 to an unknown provider, 403 to a member, 413 to more than keys', async () => {
      assert.deepInclude(await store(ACME, 'nobody'), { status: 404, detail: 'Provider not found' });
      assert.deepInclude(await store(ACME, 'acme', { token: member }), {
        status: 403,
        detail: 'This needs the role admin',
      });
      assert.equal((await store({ ...ACME, api_key: 'k'.repeat(60_000) })).status, 201);
      assert.equal((await store({ ...ACME, api_key: 'k'.repeat(66_000) })).status, 413);
    });
  });

  describe('reading', () => {
    it('shows real values to admins, super admins and bots, masked ones to members', async () => {
      await store();
      const seenBy = async (token: string) => ((await ask('GET', '/acme', { token })).body as { auth: object }).auth;
      for (const token of [ada.token, await join('admin'), await botToken()])
        assert.deepEqual(await seenBy(token), ACME);
      assert.deepEqual(await seenBy(member), MASKED);
    });

    it('answers 404 in the words of the specification when nothing is stored', async () => {
      for (const provider of ['acme', 'nobody', 'constructor']) {
        const none = { status: 404, detail: `No auth stored for provider: ${provider}` };
        assert.deepInclude(await ask('GET', `/${provider}`), none);
        assert.deepInclude(await ask('DELETE', `/${provider}`), none);
      }
    });

    it('is over at once for who was an admin', async () => {
      await store();
      const { tokens } = world.ports;
      const token = tokens.issue({ email: 'gone@example.com', org_id: ada.org_id, role: 'admin' });
      assert.deepInclude(await ask('GET', '/acme', { token }), { status: 401, detail: 'Membership no longer exists' });
      const promoted = tokens.issue({ email: 'member@example.com', org_id: ada.org_id, role: 'admin' });
      assert.deepEqual(((await ask('GET', '/acme', { token: promoted })).body as { auth: object }).auth, MASKED);
    });

    it('takes the forms of older versions, and warns of the one that lies open as text', async () => {
      for (const [stored, warnings] of [
        [{ api_key: 'sk-old-12345678' }, 0],
        ['{"api_key":"sk-old-12345678"}', 1],
      ] as const) {
        const before = lines.length;
        await leave(stored);
        for (const [token, api_key] of [
          [ada.token, 'sk-old-12345678'],
          [member, '***********5678'],
        ] as const)
          assert.deepInclude((await ask('GET', '/acme', { token })).body as object, { auth: { api_key } });
        const warned = lines.slice(before).filter(({ event }) => event === 'credentials.not_encrypted');
        assert.lengthOf(warned, 2 * warnings);
        for (const line of warned) assert.deepInclude(line, { level: 'warn', provider: 'acme', org_id: ada.org_id });
      }
    });

    it('answers 500 to any other form, and to a token that was tampered with', async () => {
      await store();
      const { auth } = (await world.ports.providerAuths.find(ada.org_id, 'acme'))!;
      const token = String(auth);
      const tampered = token.slice(0, 80) + (token[80] === 'A' ? 'B' : 'A') + token.slice(81);
      for (const stored of [
        tampered,
        token.slice(0, -4),
        'enc:v1:',
        'enc:v2:x',
        'sk-acme-12345678',
        '[]',
        7,
        null,
        [],
      ]) {
        await leave(stored);
        assert.deepInclude(await ask('GET', '/acme'), UNREADABLE, JSON.stringify(stored));
        assert.deepInclude(await ask('GET', '/acme', { token: member }), UNREADABLE);
      }
      await leave(token);
      assert.equal((await ask('GET', '/acme')).status, 200);
    });
  });

  describe('the key', () => {
    it('that is missing or malformed stops reads and writes, and nothing is stored in plain', async () => {
      await store();
      for (const [changed, detail] of [
        [null, 'PROVIDER_AUTH_ENCRYPTION_KEY is not configured'],
        ['hunter2', 'PROVIDER_AUTH_ENCRYPTION_KEY is malformed: it must be 32 bytes in URL-safe base64'],
      ] as const) {
        key = changed;
        assert.deepInclude(await ask('GET', '/acme'), { status: 500, detail });
        assert.deepInclude(await store({ api_key: 'k' }, 'brain'), { status: 500, detail });
        assert.deepEqual((await ask('GET', '/configured')).body, ['acme']);
      }
      await leave({ api_key: 'k' });
      assert.equal((await ask('GET', '/acme')).status, 500);
    });

    it('that was changed makes what is stored unreadable, until it is entered again', async () => {
      await store();
      key = 'cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=';
      assert.deepInclude(await ask('GET', '/acme'), UNREADABLE);
      assert.deepEqual((await ask('GET', '/configured')).body, ['acme']);
      assert.equal((await store()).status, 201);
      assert.equal((await ask('GET', '/acme')).status, 200);
    });

    it('is not needed to delete', async () => {
      await store();
      key = null;
      assert.equal((await ask('DELETE', '/acme')).status, 200);
    });
  });

  describe('deleting', () => {
    it('is done once, by admins only', async () => {
      await store();
      assert.deepInclude(await ask('DELETE', '/acme', { token: member }), {
        status: 403,
        detail: 'This needs the role admin',
      });
      const { status, body } = await ask('DELETE', '/acme', { token: await join('admin') });
      assert.equal(status, 200);
      assert.deepEqual(body, { status: 'success', message: 'Provider credentials deleted' });
      assert.equal((await ask('DELETE', '/acme')).status, 404);
      assert.equal((await ask('GET', '/acme')).status, 404);
      assert.deepEqual((await ask('GET', '/configured')).body, []);
    });
  });

  const ROUTES: readonly [method: string, path: string][] = [
    ['GET', '/catalog'],
    ['GET', '/catalog/acme'],
    ['GET', '/configured'],
    ['POST', ''],
    ['GET', '/acme'],
    ['DELETE', '/acme'],
  ];

  it('needs a token with an active organisation, on every route', async () => {
    const homeless = world.ports.tokens.issue({ email: ada.email, org_id: null, role: 'super_admin' });
    for (const [method, path] of ROUTES) {
      const body = method === 'POST' ? { body: { provider: 'acme', auth: ACME } } : {};
      assert.equal((await ask(method, path, { ...body, token: 'none' })).status, 401, `${method} ${path}`);
      assert.deepInclude(
        await ask(method, path, { ...body, token: homeless }),
        { status: 400, detail: 'No active organisation in token' },
        `${method} ${path}`,
      );
    }
  });

  it("keeps every organisation's credentials to itself", async () => {
    const { token } = await world.signUp('eve');
    await store();
    assert.deepEqual((await ask('GET', '/configured', { token })).body, []);
    assert.isFalse(((await ask('GET', '/catalog/acme', { token })).body as { authenticated: boolean }).authenticated);
    for (const method of ['GET', 'DELETE'])
      assert.deepInclude(await ask(method, '/acme', { token }), {
        status: 404,
        detail: 'No auth stored for provider: acme',
      });
    await store({ api_key: 'hers', voice_key: 'hers' }, 'acme', { token });
    assert.deepEqual(((await ask('GET', '/acme')).body as { auth: object }).auth, ACME);
    await ask('DELETE', '/acme', { token });
    assert.equal((await ask('GET', '/acme')).status, 200);
  });

  it('lets no secret and no ciphertext into the log, an error or an answer to a member', async () => {
    const before = lines.length;
    const ciphertexts: string[] = [];
    const remember = async () => {
      const stored = await world.ports.providerAuths.find(ada.org_id, 'acme');
      if (typeof stored?.auth === 'string') ciphertexts.push(stored.auth.slice('enc:v1:'.length));
    };
    await store();
    await remember();
    await store();
    await remember();
    const toAdmins = said.length;
    await store({ ...ACME, region: 'sk-acme-12345678' });
    await store({ ...ACME, voice_key: [7, 'sk-acme-12345678'] });
    await store(ACME, 'nobody');
    await store(ACME, 'acme', { token: member });
    await ask('POST', '', {
      raw: '{"auth":{"api_key":"sk-acme-12345678"',
      headers: { 'content-type': 'application/json' },
    });
    await ask('POST', '', { body: { provider: ['sk-acme-12345678'], auth: 'sk-acme-12345678' } });
    for (const [, path] of ROUTES.filter(([method]) => method === 'GET')) await ask('GET', path, { token: member });
    for (const stored of ['sk-acme-12345678', '{"api_key":sk-acme-12345678', `enc:v1:${ciphertexts[0]!.slice(1)}`]) {
      await leave(stored);
      assert.deepInclude(await ask('GET', '/acme'), UNREADABLE);
    }
    key = null;
    await ask('GET', '/acme');
    await store();
    key = 'sk-acme-12345678';
    await store();
    const heard = [...said.slice(toAdmins), JSON.stringify(lines.slice(before))];
    assert.isAbove(lines.length - before, 15);
    for (const secret of ['sk-acme', 'vk-1111', ...ciphertexts.map((each) => each.slice(10, 40))])
      for (const words of heard) assert.notInclude(words, secret);
    for (const words of said) assert.notInclude(words, 'enc:v1');
  });
});

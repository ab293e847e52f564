import { assert } from 'chai';
import { ACME, openAuthFixture, type AuthFixture } from './auth-fixture.ts';

const UNREADABLE = { status: 500, detail: 'Failed to decrypt ProviderAuth credentials' };
const OTHER_KEY = 'cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=';

describe('provider credentials at rest', () => {
  let fixture: AuthFixture;
  beforeEach(async () => (fixture = await openAuthFixture()));

  it('are read in the forms of older versions, with a warning of the one that lies open as text', async () => {
    const forms: readonly [unknown, number][] = [
      [{ api_key: 'sk-old-12345678' }, 0],
      ['{"api_key":"sk-old-12345678"}', 2],
    ];
    for (const [form, warnings] of forms) {
      const before = fixture.log.length;
      await fixture.leave(form);
      assert.deepEqual(await fixture.seenBy(fixture.ada.token), { api_key: 'sk-old-12345678' });
      assert.deepEqual(await fixture.seenBy(fixture.member), { api_key: '***********5678' });
      const warned = fixture.log.slice(before).filter(({ event }) => event === 'credentials.not_encrypted');
      assert.lengthOf(warned, warnings);
      for (const line of warned)
        assert.deepEqual(line, {
          level: 'warn',
          event: 'credentials.not_encrypted',
          org_id: fixture.ada.org_id,
          provider: 'acme',
        });
    }
  });

  it('are encrypted the next time they are stored', async () => {
    await fixture.leave({ api_key: 'sk-old-12345678' });
    assert.equal((await fixture.store()).status, 201);
    assert.match(String(await fixture.stored()), /^enc:v1:/);
  });

  it('are refused with 500 in any other form, and when they were tampered with', async () => {
    await fixture.store();
    const genuine = String(await fixture.stored());
    const tampered = genuine.slice(0, 80) + (genuine[80] === 'A' ? 'B' : 'A') + genuine.slice(81);
    const forms = [tampered, genuine.slice(0, -4), 'enc:v1:', 'enc:v2:x', 'sk-acme-12345678', '[]', 7, null, []];
    for (const form of forms) {
      await fixture.leave(form);
      for (const token of [fixture.ada.token, fixture.member])
        assert.deepInclude(await fixture.ask('GET', '/acme', { token }), UNREADABLE, JSON.stringify(form));
    }
    await fixture.leave(genuine);
    assert.deepEqual(await fixture.seenBy(fixture.ada.token), ACME);
  });

  describe('and their key', () => {
    it('that is missing or malformed: nothing is read or stored, least of all in plain', async () => {
      await fixture.store();
      const keys: readonly [string | null, string][] = [
        [null, 'PROVIDER_AUTH_ENCRYPTION_KEY is not configured'],
        ['hunter2', 'PROVIDER_AUTH_ENCRYPTION_KEY is malformed: it must be 32 bytes in URL-safe base64'],
      ];
      for (const [key, detail] of keys) {
        fixture.useKey(key);
        assert.deepInclude(await fixture.ask('GET', '/acme'), { status: 500, detail });
        assert.deepInclude(await fixture.store({ api_key: 'k' }, 'test_llm'), { status: 500, detail });
        assert.deepEqual((await fixture.ask('GET', '/configured')).body, ['acme']);
      }
      await fixture.leave({ api_key: 'k' });
      assert.equal((await fixture.ask('GET', '/acme')).status, 500);
    });

    it('that was changed: what is stored is unreadable until it is entered again', async () => {
      await fixture.store();
      fixture.useKey(OTHER_KEY);
      assert.deepInclude(await fixture.ask('GET', '/acme'), UNREADABLE);
      assert.deepEqual((await fixture.ask('GET', '/configured')).body, ['acme']);
      assert.equal((await fixture.store()).status, 201);
      assert.deepEqual(await fixture.seenBy(fixture.ada.token), ACME);
    });

    it('is not needed to delete', async () => {
      await fixture.store();
      fixture.useKey(null);
      assert.equal((await fixture.ask('DELETE', '/acme')).status, 200);
    });
  });

  it('hides secrets and ciphertext from logs, errors and responses to members', async () => {
    const ciphertexts: string[] = [];
    for (const _ of [1, 2]) {
      await fixture.store();
      ciphertexts.push(String(await fixture.stored()).slice('enc:v1:'.length));
    }
    const toAdmin = fixture.answers.length;
    await refuseEverySecret(fixture);
    for (const path of ['/catalog', '/catalog/acme', '/configured', '/acme'])
      assert.equal((await fixture.ask('GET', path, { token: fixture.member })).status, 200);
    for (const form of ['sk-acme-12345678', '{"api_key":sk-acme-12345678', `enc:v1:${ciphertexts[0]!.slice(1)}`]) {
      await fixture.leave(form);
      assert.deepInclude(await fixture.ask('GET', '/acme'), UNREADABLE);
    }
    for (const key of [null, 'sk-acme-12345678']) {
      fixture.useKey(key);
      assert.equal((await fixture.ask('GET', '/acme')).status, 500);
      assert.equal((await fixture.store()).status, 500);
    }

    const received = [...fixture.answers.slice(toAdmin), JSON.stringify(fixture.log)];
    assert.isAbove(fixture.log.length, 20);
    for (const secret of ['sk-acme', 'vk-1111', ...ciphertexts.map((each) => each.slice(10, 40))])
      for (const words of received) assert.notInclude(words, secret);
    for (const words of fixture.answers) assert.notInclude(words, 'enc:v1');
  });
});

/** Sends secrets in every way that is refused. */
async function refuseEverySecret({ ask, store, member }: AuthFixture): Promise<void> {
  const raw = { raw: '{"auth":{"api_key":"sk-acme-12345678"', headers: { 'content-type': 'application/json' } };
  const refused = [
    await store({ ...ACME, region: 'sk-acme-12345678' }),
    await store({ ...ACME, voice_key: [7, 'sk-acme-12345678'] }),
    await store(ACME, 'nobody'),
    await store(ACME, 'acme', { token: member }),
    await ask('POST', '', raw),
    await ask('POST', '', { body: { provider: ['sk-acme-12345678'], auth: 'sk-acme-12345678' } }),
  ];
  assert.deepEqual(
    refused.map(({ status }) => status),
    [422, 422, 404, 403, 422, 422],
  );
}

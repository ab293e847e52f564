import { assert } from 'chai';
import { openAuthFixture, type AuthFixture } from './auth-fixture.ts';
import type { RequestParts } from '../support/client.ts';
import { INTERNAL_KEY } from '../support/world.ts';

const PATH = '/api/v1/tool-secrets';
const BOOKINGS = { name: 'bookings_key', value: 'sk-bookings-1234', hosts: ['api.example.com'] };

describe('tool secrets over HTTP', () => {
  let fixture: AuthFixture;
  beforeEach(async () => (fixture = await openAuthFixture()));

  const ask = (method: string, path = '', sent: RequestParts = {}) =>
    fixture.world.ask(method, PATH + path, { token: fixture.ada.token, ...sent });
  const store = (changes: object = {}, sent: RequestParts = {}) =>
    ask('POST', '', { body: { ...BOOKINGS, ...changes }, ...sent });
  const storedValue = async () =>
    (await fixture.world.ports.toolSecrets.find(fixture.ada.org_id, 'bookings_key'))?.value ?? '';

  it('are encrypted at rest and masked for every user', async () => {
    const { status, body } = await store();
    const now = fixture.world.ports.clock.now().toISOString();
    const masked = { name: 'bookings_key', value: '************1234', hosts: ['api.example.com'] };
    assert.deepEqual([status, body], [201, { ...masked, created_at: now, updated_at: now }]);
    assert.match(await storedValue(), /^enc:v1:/);
    assert.notInclude(await storedValue(), 'bookings');
    for (const token of [fixture.ada.token, fixture.member, await fixture.join('admin')])
      assert.deepInclude((await ask('GET', '/bookings_key', { token })).body as object, masked);
  });

  it('show neither the end nor the length of a short value', async () => {
    for (const value of ['k3y-5678', 'k3y-56789012345']) {
      const stored = await store({ value });
      assert.deepInclude(stored.body as object, { value: '****' });
    }
  });

  it('are read in plain by the runtime alone, which cannot list, store or delete them', async () => {
    await store();
    const exchange = { key: INTERNAL_KEY, body: { org_id: fixture.ada.org_id } };
    const { body } = await fixture.world.ask('POST', '/api/v1/users/bot/token', exchange);
    const token = (body as { access_token: string }).access_token;
    assert.deepInclude((await ask('GET', '/bookings_key', { token })).body as object, BOOKINGS);
    for (const [method, path] of [
      ['GET', ''],
      ['DELETE', '/bookings_key'],
    ] as const)
      assert.equal((await ask(method, path, { token })).status, 403);
    assert.equal((await store({}, { token })).status, 403);
  });

  it('are listed by name, without their values', async () => {
    await store();
    await store({ name: 'account_key', hosts: ['b.example:8443', 'A.example', 'a.example:443'] });
    const { text, body } = await ask('GET', '', { token: fixture.member });
    assert.deepEqual(
      (body as { name: string; hosts: string[] }[]).map(({ name, hosts }) => [name, hosts]),
      [
        ['account_key', ['a.example', 'b.example:8443']],
        ['bookings_key', ['api.example.com']],
      ],
    );
    assert.notInclude(text, '1234');
  });

  it('are replaced together with their hosts', async () => {
    await store();
    fixture.world.ports.clock.advance(1_000);
    const { body } = await store({ value: 'another-secret-9876', hosts: ['c.example'] });
    assert.deepInclude(body as object, { value: '***************9876', hosts: ['c.example'] });
    const { created_at, updated_at } = body as { created_at: string; updated_at: string };
    assert.isBelow(Date.parse(created_at), Date.parse(updated_at));
    assert.lengthOf((await ask('GET')).body as unknown[], 1);
  });

  it('are deleted once', async () => {
    await store();
    assert.equal((await ask('DELETE', '/bookings_key')).status, 200);
    for (const method of ['DELETE', 'GET'])
      assert.deepInclude(await ask(method, '/bookings_key'), { status: 404, detail: 'Tool secret not found' });
  });

  const wrong: readonly (readonly [what: string, changes: object, detail: string])[] = [
    [
      'a name with capitals',
      { name: 'Key' },
      'name must be 1 to 64 lower-case letters, digits and underscores, and start with a letter',
    ],
    ['a value that is too short', { value: '1234567' }, 'value must have 8 to 4096 characters'],
    ['a value that is too long', { value: 'x'.repeat(4_097) }, 'value must have 8 to 4096 characters'],
    [
      'a value with a line break',
      { value: 'secret-1\r\nX: y' },
      'value must not have control characters, nor spaces at its ends',
    ],
    [
      'a value with a space at its end',
      { value: 'secret-1 ' },
      'value must not have control characters, nor spaces at its ends',
    ],
    ['no hosts', { hosts: [] }, 'hosts must have at least one host, to which the secret is sent'],
    [
      'a pattern of hosts',
      { hosts: ['*.example.com'] },
      'hosts[0] must be a host, for example models.example.com or models.example.com:8443',
    ],
    [
      'a URL',
      { hosts: ['https://a.example/x'] },
      'hosts[0] must be a host, for example models.example.com or models.example.com:8443',
    ],
  ];
  for (const [what, changes, detail] of wrong)
    it(`are refused with ${what}`, async () => {
      const answer = await store(changes);
      assert.deepInclude(answer, { status: 422, detail });
      assert.notInclude(answer.text, 'secret-1');
    });

  it('are refused with every problem at once', async () => {
    const { status, detail } = await store({ name: 'Key', value: 'x', hosts: [] });
    assert.equal(status, 422);
    assert.match(String(detail), /^name must .+\nvalue must .+\nhosts must .+$/);
  });

  it('are at most 100 for an organisation; replacing one is still possible', async () => {
    for (let count = 0; count < 100; count += 1) await store({ name: `key_${count}` });
    assert.deepInclude(await store({ name: 'one_more' }), {
      status: 400,
      detail: 'An organisation has at most 100 tool secrets: delete one that is not used',
    });
    assert.equal((await store({ name: 'key_7' })).status, 201);
  });

  it('cannot be read with another key, can be deleted, and are refused where there is no key', async () => {
    await store();
    fixture.useKey('cw_0x689RpI-jtRR7oE8h_eQsKImvJapLeSbXpwF4e4=');
    assert.deepInclude(await ask('GET', '/bookings_key'), {
      status: 500,
      detail: 'The tool secret bookings_key cannot be decrypted: store it again',
    });
    assert.equal((await ask('DELETE', '/bookings_key')).status, 200);
    fixture.useKey(null);
    assert.equal((await store()).status, 500);
    assert.deepEqual((await ask('GET')).body, []);
  });
});

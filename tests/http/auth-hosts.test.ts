import { assert } from 'chai';
import { ACME, MASKED, openAuthFixture, type AuthFixture } from './auth-fixture.ts';

const NEEDS_ADMIN = { status: 403, detail: 'Requires the role admin' };

describe('allowing hosts for credentials over HTTP', () => {
  let fixture: AuthFixture;
  beforeEach(async () => (fixture = await openAuthFixture()));

  const allow = (allowed_hosts: unknown, token = fixture.ada.token, provider = 'acme') =>
    fixture.ask('PATCH', `/${provider}`, { token, body: { allowed_hosts } });

  it('answers the credentials with their hosts, to admins only, and members see which they are', async () => {
    await fixture.store();
    fixture.world.ports.clock.advance(1_000);
    assert.deepInclude(await allow(['evil.example'], fixture.member), NEEDS_ADMIN);
    const { status, body } = await allow(['Models.example.com', 'b.example:8443'], await fixture.join('admin'));
    assert.equal(status, 200);
    assert.deepInclude(body as object, {
      provider: 'acme',
      auth: ACME,
      allowed_hosts: ['b.example:8443', 'models.example.com'],
      updated_at: fixture.world.ports.clock.now().toISOString(),
    });
    const seen = (await fixture.ask('GET', '/acme', { token: fixture.member })).body as object;
    assert.deepInclude(seen, { auth: MASKED, allowed_hosts: ['b.example:8443', 'models.example.com'] });
  });

  it('lasts while keys are replaced, and ends with them', async () => {
    await fixture.store();
    await allow(['models.example.com']);
    const rotated = (await fixture.store({ api_key: 'new', voice_key: 'new' })).body as object;
    assert.deepInclude(rotated, { allowed_hosts: ['models.example.com'] });
    await fixture.ask('DELETE', '/acme');
    assert.deepInclude((await fixture.store()).body as object, { allowed_hosts: [] });
  });

  it('is refused without stored credentials, in another organisation and for invalid hosts', async () => {
    assert.deepInclude(await allow([]), { status: 404, detail: 'No auth stored for provider: acme' });
    await fixture.store();
    const { token } = await fixture.world.signUp('eve');
    assert.equal((await allow(['evil.example'], token)).status, 404);
    assert.deepInclude(await allow(['https://models.example.com/v1']), {
      status: 422,
      detail: 'allowed_hosts[0] must be a host, for example models.example.com or models.example.com:8443',
    });
    for (const misshapen of [undefined, 'models.example.com', [7], null])
      assert.equal((await allow(misshapen)).status, 422, JSON.stringify(misshapen));
    assert.deepInclude((await fixture.ask('GET', '/acme')).body as object, { allowed_hosts: [] });
  });
});

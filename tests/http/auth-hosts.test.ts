import { assert } from 'chai';
import { ACME, MASKED, openAuthDesk, type AuthDesk } from '../support/auth-desk.ts';

const NEEDS_ADMIN = { status: 403, detail: 'This needs the role admin' };

describe('allowing hosts for credentials over HTTP', () => {
  let desk: AuthDesk;
  beforeEach(async () => (desk = await openAuthDesk()));
  afterEach(() => desk.world.close());

  const allow = (allowed_hosts: unknown, token = desk.ada.token, provider = 'acme') =>
    desk.ask('PATCH', `/${provider}`, { token, body: { allowed_hosts } });

  it('answers the credentials with their hosts, to admins only, and members see which they are', async () => {
    await desk.store();
    desk.world.ports.clock.advance(1_000);
    assert.deepInclude(await allow(['evil.example'], desk.member), NEEDS_ADMIN);
    const { status, body } = await allow(['Models.example.com', 'b.example:8443'], await desk.join('admin'));
    assert.equal(status, 200);
    assert.deepInclude(body as object, {
      provider: 'acme',
      auth: ACME,
      allowed_hosts: ['b.example:8443', 'models.example.com'],
      updated_at: desk.world.ports.clock.now().toISOString(),
    });
    const seen = (await desk.ask('GET', '/acme', { token: desk.member })).body as object;
    assert.deepInclude(seen, { auth: MASKED, allowed_hosts: ['b.example:8443', 'models.example.com'] });
  });

  it('lasts while keys are replaced, and ends with them', async () => {
    await desk.store();
    await allow(['models.example.com']);
    const rotated = (await desk.store({ api_key: 'new', voice_key: 'new' })).body as object;
    assert.deepInclude(rotated, { allowed_hosts: ['models.example.com'] });
    await desk.ask('DELETE', '/acme');
    assert.deepInclude((await desk.store()).body as object, { allowed_hosts: [] });
  });

  it('is refused without stored credentials, in another organisation, and for what is no host', async () => {
    assert.deepInclude(await allow([]), { status: 404, detail: 'No auth stored for provider: acme' });
    await desk.store();
    const { token } = await desk.world.signUp('eve');
    assert.equal((await allow(['evil.example'], token)).status, 404);
    assert.deepInclude(await allow(['https://models.example.com/v1']), {
      status: 422,
      detail: 'allowed_hosts[0] must be a host, such as models.example.com or models.example.com:8443',
    });
    for (const misshapen of [undefined, 'models.example.com', [7], null])
      assert.equal((await allow(misshapen)).status, 422, JSON.stringify(misshapen));
    assert.deepInclude((await desk.ask('GET', '/acme')).body as object, { allowed_hosts: [] });
  });
});

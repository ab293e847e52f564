import { assert } from 'chai';
import { openWorld, type World } from '../support/world.ts';

describe('the service over HTTP', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('welcomes with name, version and the ways to the documentation and the console', async () => {
    const { status, body } = await world.ask('GET', '/');
    assert.equal(status, 200);
    assert.deepEqual(body, { name: 'Voice Agent Platform', version: '0.1.0', docs: '/docs', console: '/console/' });
  });

  it('tells whether the database answers, each time it is asked', async () => {
    assert.deepEqual((await world.ask('GET', '/health')).body, { status: 'ok', database: 'up' });
    assert.equal((await world.ask('GET', '/readyz')).status, 200);
    const down = await openWorld(() => ({ health: { isUp: async () => false } }));
    const answer = await down.ask('GET', '/health');
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.body, { status: 'degraded', database: 'down' });
    assert.equal((await down.ask('GET', '/readyz')).status, 503);
    assert.equal((await down.ask('GET', '/livez')).status, 200);
  });

  it('is not ready, yet alive, while a store takes no write', async () => {
    const full = await openWorld(() => ({ readiness: { unwritable: async () => ['objects'] } }));
    const { status, body } = await full.ask('GET', '/readyz');
    assert.deepEqual([status, body], [503, { status: 'unavailable', unwritable: ['objects'] }]);
    for (const path of ['/health', '/livez']) assert.equal((await full.ask('GET', path)).status, 200, path);
  });

  it('is ready while stored documents are migrated, and names the migrations and those that fail', async () => {
    let pending: string[] = ['one', 'other'];
    let failing: string[] = [];
    const migrating = await openWorld(() => ({
      migrations: {
        get pending() {
          return pending;
        },
        get failing() {
          return failing;
        },
      },
    }));
    const ready = async () => (await migrating.ask('GET', '/readyz')).body;
    assert.deepEqual(await ready(), { status: 'ok', migrating: ['one', 'other'] });
    [pending, failing] = [['other'], ['other']];
    assert.deepEqual(await ready(), { status: 'ok', migrating: ['other'], failing: ['other'] });
    [pending, failing] = [[], []];
    assert.deepEqual(await ready(), { status: 'ok' });
  });

  it('counts answers by operation, method and class of status', async () => {
    await world.ask('GET', '/');
    await world.ask('GET', '/api/v1/users/me');
    const { text, headers } = await world.ask('GET', '/metrics');
    assert.include(headers.get('content-type'), 'text/plain');
    const counted = (labels: string): RegExp =>
      new RegExp(`http_request_duration_seconds_count\\{service="api",${labels}\\} \\d+`);
    assert.match(text, counted('operation="welcome",method="GET",status="2xx"'));
    assert.match(text, counted('operation="getMe",method="GET",status="4xx"'));
  });

  it('gives every answer an id of its own that its log line carries', async () => {
    const answers = await Promise.all([world.ask('GET', '/'), world.ask('GET', '/nowhere')]);
    const ids = answers.map(({ headers }) => headers.get('x-request-id'));
    assert.lengthOf([...new Set(ids)], 2);
    for (const id of ids) assert.isTrue(world.log.some((line) => line['request_id'] === id));
  });

  it('sends headers that keep browsers from making more of an answer than it is', async () => {
    const { headers } = await world.ask('GET', '/');
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.include(headers.get('content-security-policy'), "default-src 'none'");
    assert.equal(headers.get('cache-control'), 'no-store');
    assert.isNull(headers.get('x-powered-by'));
  });

  it('lets pages of known origins in, and no others', async () => {
    const from = (origin: string, preflight = {}) => ({ headers: { origin, ...preflight } });
    const known = await world.ask('GET', '/', from('https://app.example.com'));
    assert.equal(known.headers.get('access-control-allow-origin'), 'https://app.example.com');
    const unknown = await world.ask('GET', '/', from('https://evil.example.com'));
    assert.isNull(unknown.headers.get('access-control-allow-origin'));
    const asking = { 'access-control-request-method': 'PATCH' };
    const preflight = await world.ask('OPTIONS', '/api/v1/agents/a1', from('https://app.example.com', asking));
    assert.equal(preflight.status, 204);
    assert.include(preflight.headers.get('access-control-allow-methods'), 'PATCH');
    assert.include(preflight.headers.get('access-control-allow-headers'), 'Authorization');
    const refused = await world.ask('OPTIONS', '/api/v1/agents/a1', from('https://evil.example.com', asking));
    assert.isNull(refused.headers.get('access-control-allow-methods'));
  });

  it('mounts the contract under another prefix', async () => {
    const other = await openWorld(() => ({}), { prefix: '/voice/v1' });
    assert.equal((await other.ask('GET', '/voice/v1/languages')).status, 401);
    assert.equal((await other.ask('GET', '/api/v1/languages')).status, 404);
    assert.equal((await other.ask('GET', '/health')).status, 200);
    const { paths } = (await other.ask('GET', '/openapi.json')).body as { paths: object };
    assert.property(paths, '/voice/v1/agents/{agent_id}');
    assert.notProperty(paths, '/api/v1/agents/{agent_id}');
  });
});

describe('the documentation', () => {
  let world: World;
  before(async () => (world = await openWorld()));

  it('is the contract itself, as JSON', async () => {
    const { body, headers } = await world.ask('GET', '/openapi.json');
    assert.include(headers.get('content-type'), 'application/json');
    assert.property((body as { paths: object }).paths, '/api/v1/users/signup');
    assert.deepEqual((body as { servers: object }).servers, [{ url: '/' }]);
  });

  for (const [path, files] of [
    ['/docs/', ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui-init.js']],
    ['/redoc', ['redoc/redoc.standalone.js', 'redoc/init.js']],
  ] as const) {
    it(`at ${path} takes everything from this host`, async () => {
      const { status, text, headers } = await world.ask('GET', path);
      assert.equal(status, 200);
      assert.include(headers.get('content-type'), 'text/html');
      const references = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, reference]) => reference!);
      for (const reference of references.filter((each) => !each.startsWith('#')))
        assert.equal(new URL(reference, world.url + path).origin, world.url, reference);
      const policy = headers.get('content-security-policy')!;
      assert.include(policy, "default-src 'none'");
      assert.include(policy, "connect-src 'self'");
      assert.notMatch(policy, /https?:|\*|unsafe-eval|script-src[^;]*unsafe/);
      for (const file of files)
        assert.equal((await world.ask('GET', new URL(file, world.url + path).pathname)).status, 200, file);
    });
  }

  it('at /docs begins at /docs/', async () => {
    const { status, headers } = await world.ask('GET', '/docs');
    assert.equal(status, 301);
    assert.equal(headers.get('location'), '/docs/');
  });

  it('loads the contract from this host and no validator at /docs', async () => {
    const { text } = await world.ask('GET', '/docs/swagger-ui-init.js');
    assert.include(text, '"url": "/openapi.json"');
    assert.include(text, '"validatorUrl": null');
  });

  it('at /redoc asks this host for the contract', async () => {
    const { text, headers } = await world.ask('GET', '/redoc/init.js');
    assert.include(text, "Redoc.init('/openapi.json'");
    assert.include(headers.get('content-type'), 'javascript');
  });
});

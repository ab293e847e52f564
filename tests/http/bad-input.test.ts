import { connect } from 'node:net';
import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { deep, UNREADABLE } from './unreadable-bodies.ts';
import { openWorld, type World } from '../support/world.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('bad input', () => {
  let world: World;
  let fixture: AgentFixture;
  let callId: string;

  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    callId = await fixture.registerCall();
  });
  afterEach(() => {
    const failures = world.log.filter(({ event }) => event === 'http.failed');
    assert.deepEqual(failures, []);
  });

  const send = (method: string, path: string, sent: object) => fixture.ask(method, path, sent);

  it('is 422 where an object stands for a text', async () => {
    for (const value of [{ $gt: '' }, { $ne: null }, ['ada@example.com'], 7, null]) {
      const { status, detail } = await send('POST', '/users/login', { body: { email: value, password: value } });
      assert.equal(status, 422);
      assert.sameDeepMembers(
        (detail as { loc: unknown[] }[]).map(({ loc }) => loc),
        [
          ['body', 'email'],
          ['body', 'password'],
        ],
      );
    }
  });

  const nothing: readonly (readonly [string, object, number])[] = [
    ['no body at all', {}, 422],
    ['an empty body', { raw: '', headers: JSON_TYPE }, 422],
    ['more than a megabyte', { raw: `{"email":"${'x'.repeat(1_100_000)}"}`, headers: JSON_TYPE }, 413],
  ];
  for (const [what, sent, expected] of [...nothing, ...UNREADABLE])
    it(`that is ${what} is answered with ${expected}`, async () => {
      const answer = await send('POST', '/users/signup', sent);
      assert.equal(answer.status, expected, answer.text);
      assert.isNotNull(answer.detail);
    });

  it('nested deep in a free object is refused before it is stored', async () => {
    const raw = `{"agent_id":"${fixture.agentId}","custom_variables":${deep(70)}}`;
    assert.equal((await send('POST', '/calls/web', { raw, headers: JSON_TYPE })).status, 422);
    const brackets = `{"agent_id":"none","custom_variables":{"a":"${'['.repeat(500)}\\"${'{'.repeat(500)}"}}`;
    assert.equal((await send('POST', '/calls/web', { raw: brackets, headers: JSON_TYPE })).status, 404);
  });

  it('reports at most 100 problems', async () => {
    const body = { summary: {}, transport: {}, turns: Array(5_000).fill(7), latencies: {} };
    const { status, detail } = await send('PUT', `/calls/${callId}/metrics`, { body });
    assert.equal(status, 422);
    assert.lengthOf(detail as unknown[], 100);
  });

  it('does not pollute prototypes', async () => {
    const raw = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"email":"a","password":"b"}';
    assert.equal((await send('POST', '/users/login', { raw, headers: JSON_TYPE })).status, 401);
    const emptied = await send('PATCH', `/calls/${callId}`, {
      raw: '{"__proto__":{"status":"failed"}}',
      headers: JSON_TYPE,
    });
    assert.deepInclude(emptied, { status: 400, detail: 'No fields to update' });
    assert.notProperty({}, 'polluted');
  });

  const paths: readonly (readonly [string, number])[] = [
    ['/api/v1/agents/%zz', 400],
    ['/api/v1/agents/%00', 404],
    ['/api/v1/agents/%2e%2e%2fusers', 404],
    ['/api/v1/agents/%F0%9F%92%A5', 404],
    ['/api/v1/agents/%ff', 400],
    ['/api/v1/agents/__proto__', 404],
    ['/api/v1/agents/' + 'x'.repeat(5_000), 404],
    ['/api/v1/AGENTS', 404],
    ['/api/v1', 404],
    ['/api/v1/agents?limit=a&limit=b&__proto__[x]=1', 200],
    ['/api/v1/configuration/stt/setting/__proto__', 404],
    ['/api/v1/configuration/stt/setting/toString', 404],
    ['/api/v1/configuration/stt?languages[$gt]=', 400],
    ['/api/v1/configuration/stt?languages=en&languages=hi', 400],
    ['/docs/%zz', 404],
    ['/%zz', 404],
  ];
  for (const [path, expected] of paths)
    it(`in the URL ${path.slice(0, 60)} is answered with ${expected}`, async () => {
      const answer = await world.ask('GET', path, { token: fixture.token });
      assert.equal(answer.status, expected, answer.text.slice(0, 500));
      if (expected !== 200) assert.isNotNull(answer.detail);
    });

  it('below HTTP is closed without harm', async () => {
    for (const text of [
      'hello\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      `GET / HTTP/1.1\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`,
    ])
      assert.match(await rawly(world.url, text), /^HTTP\/1\.1 4\d\d /);
    assert.equal((await world.ask('GET', '/health')).status, 200);
  });
});

/** What a server answers to bytes that may be no HTTP. */
const rawly = (url: string, text: string): Promise<string> =>
  new Promise((resolve) => {
    let received = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.write(text));
    socket.on('data', (chunk) => (received += String(chunk)));
    socket.on('error', () => resolve(received));
    socket.on('close', () => resolve(received));
  });

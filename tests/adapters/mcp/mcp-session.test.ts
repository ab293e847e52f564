import { assert } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { failed, MAYBE } from '../tools/tool-calls.ts';
import { callsIn, mcpClient, sessionOf, serverAt, text, NEVER } from './mcp-calls.ts';

const KEY = 'sk-bookings-"1234"';

describe('sessions at MCP servers', () => {
  for (const json of [false, true])
    it(`call tools of a server that answers with ${json ? 'JSON' : 'an event stream'}, and end with DELETE`, async () => {
      const { server, session, call, clock } = await sessionOf(({ size }) => text(`Table for ${size}`), { json });
      const answer = { ok: true, status: 200, content: 'Table for 4', variables: {} };
      assert.deepEqual(await call(), answer);
      assert.deepEqual(await call({ run: 4 }), answer);
      await session.close();
      const expected = ['initialize', 'notifications/initialized', 'tools/call', 'tools/call', 'DELETE'];
      assert.deepEqual(server.methods(), expected);
      assert.equal(server.sessions.size, 0);
      const ids = server.received.map(({ headers }) => headers['mcp-session-id']);
      assert.equal(new Set(ids.slice(1)).size, 1);
      await eventually(() => server.connections() === 0, 'no connection');
      assert.equal(clock.waiting, 0);
    });

  it('are not needed by a server that keeps none', async () => {
    const { server, session, call } = await sessionOf(() => text('done'), { stateless: true });
    assert.equal((await call()).content, 'done');
    await session.close();
    assert.notInclude(server.methods(), 'DELETE');
  });

  it('are opened in advance, once, and shared by calls at the same time', async () => {
    const { server, session, call } = await sessionOf(({ size }) => text(`${size}`));
    const [fault, ...answers] = await Promise.all([
      session.open(),
      ...[1, 2, 3, 4].map((size) => call({ arguments: { size }, run: size })),
    ]);
    assert.isNull(fault);
    assert.deepEqual(
      answers.map(({ content }) => content),
      ['1', '2', '3', '4'],
    );
    assert.lengthOf(
      server.methods().filter((method) => method === 'initialize'),
      1,
    );
    await session.close();
  });

  it('are replaced when the server has forgotten them, and only the call that it refused is sent again', async () => {
    let runs = 0;
    const { server, session, call } = await sessionOf(() => text(`run ${(runs += 1)}`));
    assert.equal((await call()).content, 'run 1');
    server.expireSessions();
    assert.equal((await call({ run: 4 })).content, 'run 2');
    assert.equal(runs, 2);
    const keys = server.received
      .filter(({ rpc }) => rpc === 'tools/call')
      .map(({ headers }) => headers['idempotency-key']);
    assert.lengthOf(keys, 3);
    assert.equal(keys[1], keys[2]);
    assert.notEqual(keys[0], keys[1]);
    await session.close();
    assert.equal(server.sessions.size, 0);
  });

  it('are replaced once per call: a server that forgets each of them gets the call twice', async () => {
    const { server, session, call } = await sessionOf(() => text('never'), {
      intercept: ({ rpc }, response) => rpc === 'tools/call' && Boolean(response.writeHead(404).end()),
    });
    assert.deepEqual(await call(), failed('status 404', 404));
    assert.equal(callsIn(server), 2);
    await session.close();
  });

  it('carry the secrets of their headers to their own hosts only, and hide them in answers', async () => {
    const { server, sessionAt } = await sessionOf(() => text('unused'));
    const headers = { Authorization: 'Bearer {{secret.key}}' };
    const named = serverAt(server.url, { headers });
    const { session, call } = sessionAt(named, [{ name: 'key', value: KEY, hosts: [server.host] }]);
    await call();
    await session.close();
    for (const { headers: sent } of server.received) assert.equal(sent.authorization, `Bearer ${KEY}`);
    const count = server.received.length;
    for (const secrets of [[], [{ name: 'key', value: KEY, hosts: ['api.example.com'] }]]) {
      const other = sessionAt(named, secrets);
      const { cause, ...answer } = await other.call();
      assert.deepEqual(answer, failed('it is not set up completely'));
      assert.include(cause, 'The secret key is not');
      assert.equal(await other.session.open(), 'it is not set up completely');
      await other.session.close();
    }
    assert.lengthOf(server.received, count);
  });

  it('mask secrets that a result repeats', async () => {
    const { server, sessionAt } = await sessionOf(() => text(`the key is ${KEY}`));
    const named = serverAt(server.url, { headers: { 'x-key': '{{secret.key}}' } });
    const { session, call } = sessionAt(named, [{ name: 'key', value: KEY, hosts: [server.host] }]);
    assert.equal((await call()).content, 'the key is ****');
    await session.close();
  });

  it('send an Idempotency-Key with calls that have side effects, and with no other request', async () => {
    const { server, session, call } = await sessionOf(() => text('done'));
    await call();
    await session.close();
    for (const { rpc, headers } of server.received)
      if (rpc === 'tools/call') assert.match(String(headers['idempotency-key']), /^[0-9a-f]{64}$/);
      else assert.isUndefined(headers['idempotency-key']);
    const reading = await sessionOf(() => text('done'), {}, { tool: { side_effects: false } });
    await reading.call();
    await reading.session.close();
    assert.isTrue(reading.server.received.every(({ headers }) => headers['idempotency-key'] === undefined));
  });

  it('do not send arguments that the stored schema refuses', async () => {
    const { server, session, call } = await sessionOf(() => text('done'));
    assert.deepEqual(await call({ arguments: { size: 'four' } }), failed('invalid arguments: size must be integer'));
    assert.deepEqual(
      await call({ arguments: { size: 1, note: 'x'.repeat(20_000) } }),
      failed('the arguments are too long'),
    );
    assert.deepEqual(
      await call({ arguments: { size: 1, note: 'a\0' } }),
      failed('invalid arguments: arguments.note must not contain NUL characters or invalid Unicode'),
    );
    assert.isEmpty(server.received);
    await session.close();
  });

  it('do not reach private addresses that the operator has not listed', async () => {
    const { server } = await sessionOf(() => text('inner'));
    const { sessionAt } = mcpClient('http://127.0.0.1:1');
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '0x7f.1', '169.254.169.254']) {
      const inner = serverAt(`http://${host}:${new URL(server.url).port}/mcp`);
      const { session, call } = sessionAt(inner);
      const { cause, ...answer } = await call();
      assert.deepEqual(answer, failed('its server has a private address'), host);
      assert.include(cause, 'LOCAL_UPSTREAMS');
      await session.close();
    }
    assert.isEmpty(server.received);
  });

  it('tell the server that a call is cancelled, when its signal aborts', async () => {
    const { server, session, call, clock } = await sessionOf(NEVER);
    assert.deepEqual(await call({}, AbortSignal.abort()), failed('cancelled'));
    assert.equal(callsIn(server), 0);
    const leaving = new AbortController();
    const answer = call({}, leaving.signal);
    await eventually(() => callsIn(server) > 0, 'a call');
    leaving.abort();
    assert.deepEqual(await answer, failed(`cancelled${MAYBE}`));
    await eventually(() => server.methods().includes('notifications/cancelled'), 'a cancellation');
    await session.close();
    await eventually(() => server.connections() === 0 && clock.waiting === 0, 'nothing open');
  });
});

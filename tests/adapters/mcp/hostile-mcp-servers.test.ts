import type { ServerResponse } from 'node:http';
import { assert } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import { openToolServer } from '../tools/tool-server.ts';
import { failed, MAYBE } from '../tools/tool-calls.ts';
import { callsIn, mcpClient, sessionOf, serverAt, text, NEVER } from './mcp-calls.ts';
import type { ReceivedMessage } from './mcp-server.ts';

/** Answers tool calls itself, and leaves the rest to the SDK. */
const onCall = (answer: (response: ServerResponse) => void) => ({
  intercept({ rpc }: ReceivedMessage, response: ServerResponse): boolean {
    if (rpc !== 'tools/call') return false;
    answer(response);
    return true;
  },
});

const stream = (response: ServerResponse): ServerResponse =>
  response.writeHead(200, { 'content-type': 'text/event-stream' });

const json = (response: ServerResponse, body: string): void =>
  void response.writeHead(200, { 'content-type': 'application/json' }).end(body);

/** Answers of servers that may have carried the call out, with what the model reads. */
const BROKEN: readonly (readonly [name: string, answer: (response: ServerResponse) => void, words: string])[] = [
  ['is not JSON', (response) => json(response, '<html>'), 'a response that is not MCP'],
  ['is not a message', (response) => json(response, '{"result":7}'), 'a response that is not MCP'],
  ['has another type', (response) => void response.writeHead(200).end('ok'), 'a response that is not MCP'],
  [
    'is an internal error',
    (response) => json(response, '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"disk full"}}'),
    'MCP error -32603: disk full',
  ],
  [
    'is too long',
    (response) => json(response, `{"jsonrpc":"2.0","id":1,"result":{"a":"${'x'.repeat(300_000)}"}}`),
    'a response that is too long',
  ],
  [
    'is a stream of 300 KB without an answer',
    (response) => void stream(response).end(`: ${'x'.repeat(1_000)}\n\n`.repeat(300)),
    'a response that is too long',
  ],
  [
    'ends early',
    (response) => void stream(response).write(': \n\n', () => response.destroy()),
    'the connection was lost',
  ],
  ['is a lost connection', (response) => void response.destroy(), 'the connection was lost'],
];

describe('hostile MCP servers', () => {
  for (const [name, answer, words] of BROKEN)
    it(`get a call once when their answer ${name}, and the model reads that it may have run`, async () => {
      const { server, session, call, clock } = await sessionOf(NEVER, onCall(answer));
      const { status, ...rest } = await call();
      const { status: _, ...expected } = failed(words + MAYBE);
      assert.deepEqual(rest, expected);
      assert.include([null, 200], status);
      assert.equal(callsIn(server), 1);
      await session.close();
      await eventually(() => server.connections() === 0, 'no connection');
      clock.advance(TIMEOUTS_MS.mcp_close);
      assert.equal(clock.waiting, 0);
    });

  it('that end a stream without the answer lose it soon, not at the timeout', async () => {
    for (const status of [200, 202, 204]) {
      const { server, session, call, clock } = await sessionOf(
        NEVER,
        onCall((response) => void response.writeHead(status, { 'content-type': 'text/event-stream' }).end('id: 1\n\n')),
      );
      const answer = call();
      await eventually(() => callsIn(server) > 0 && clock.waiting > 1, 'the end of the response');
      clock.advance(TIMEOUTS_MS.mcp_response_end);
      assert.deepEqual(await answer, failed(`the connection was lost${MAYBE}`), `${status}`);
      await session.close();
      assert.equal(callsIn(server), 1);
    }
  });

  it('that hang end with the timeout of the server, and keep no connection', async () => {
    const { server, session, call, clock } = await sessionOf(NEVER, {}, { server: { timeout_secs: 3 } });
    const answer = call();
    await eventually(() => callsIn(server) > 0, 'a call');
    clock.advance(2_999);
    assert.equal(callsIn(server), 1);
    clock.advance(1);
    assert.deepEqual(await answer, failed(`timeout${MAYBE}`));
    await eventually(() => server.methods().includes('notifications/cancelled'), 'a cancellation');
    await session.close();
    await eventually(() => server.connections() === 0 && clock.waiting === 0, 'nothing open');
  });

  it('that hang while the session opens get no call, and the next call opens one', async () => {
    let isDown = true;
    const { server, session, call, clock } = await sessionOf(() => text('done'), {
      intercept: ({ rpc }) => isDown && rpc === 'initialize',
    });
    const answers = [session.open(), call()];
    await eventually(() => server.received.length > 0, 'a request');
    clock.advance(8_000);
    assert.deepEqual(await Promise.all(answers), ['timeout', failed('timeout')]);
    isDown = false;
    assert.equal((await call()).content, 'done');
    await session.close();
  });

  it('that answer slowly are waited for', async () => {
    let answerNow = (): void => undefined;
    const { server, session, call, clock } = await sessionOf(
      () => new Promise<object>((resolve) => (answerNow = () => resolve(text('late')))),
    );
    const answer = call();
    await eventually(() => callsIn(server) > 0, 'a call');
    clock.advance(7_900);
    answerNow();
    assert.equal((await answer).content, 'late');
    await session.close();
  });

  it('that say that a tool failed are believed, and the model reads why', async () => {
    const isError = true;
    for (const [result, words] of [
      [{ ...text('no table is free'), isError }, 'no table is free'],
      [{ content: [], isError }, 'its server reports an error'],
      [{ ...text('x'.repeat(9_000)), isError }, `${'x'.repeat(1_988)} (shortened)`],
    ] as const) {
      const { session, call } = await sessionOf(() => result);
      assert.deepEqual(await call(), failed(words, 200));
      await session.close();
    }
  });

  it('are read up to 16,384 characters', async () => {
    const { session, call } = await sessionOf(() => text('y'.repeat(100_000)));
    const { ok, content } = await call();
    assert.isTrue(ok);
    assert.lengthOf(content, 16_384);
    await session.close();
  });

  it('may nest an answer deeply', async () => {
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const { server, session, call } = await sessionOf(
      NEVER,
      onCall((response) =>
        json(response, `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"a":${nested(60_000)}}}}`),
      ),
    );
    assert.deepEqual(await call(), failed(`a response that is not MCP${MAYBE}`));
    assert.equal(callsIn(server), 1);
    await session.close();
  });

  it('do not lead elsewhere by a redirect, not even to themselves', async () => {
    const inner = await openToolServer((response) => response.end('inner'));
    for (const status of [301, 302, 303, 307, 308])
      for (const location of [inner.url, 'http://169.254.169.254/', '/mcp']) {
        const redirect = (response: ServerResponse): void => void response.writeHead(status, { location }).end();
        const { server, session, call } = await sessionOf(NEVER, onCall(redirect));
        const words = `status ${status}, and redirects are not followed`;
        const { cause, ...answer } = await call();
        assert.deepEqual(answer, failed(words + MAYBE, status));
        assert.include(cause, `redirects to ${location}`);
        assert.equal(callsIn(server), 1);
        await session.close();
        const early = await sessionOf(NEVER, {
          intercept: (_, response) => Boolean(response.writeHead(status, { location }).end()),
        });
        assert.include(await early.call(), { content: failed(words).content, mayHaveRun: false });
        assert.equal(await early.session.open(), `status ${status}`);
        await early.session.close();
      }
    assert.isEmpty(inner.requests);
  });

  it('that refuse a call with status 4xx have not run it, and those that fail may have', async () => {
    for (const [status, words] of [
      [400, 'status 400. Response: no'],
      [403, 'status 403. Response: no'],
      [429, 'status 429. Response: no'],
      [500, `status 500${MAYBE}`],
      [503, `status 503${MAYBE}`],
    ] as const) {
      const refuse = (response: ServerResponse): void => void response.writeHead(status).end('no');
      const { server, session, call } = await sessionOf(NEVER, onCall(refuse));
      assert.deepEqual(await call(), failed(words, status));
      assert.equal(callsIn(server), 1);
      await session.close();
      assert.equal(server.sessions.size, 0);
    }
  });

  it('that refuse the arguments have not run the call', async () => {
    for (const code of [-32_600, -32_601, -32_602]) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error: { code, message: 'size is odd' } });
      const { session, call } = await sessionOf(
        NEVER,
        onCall((response) => json(response, body)),
      );
      assert.deepEqual(await call(), failed(`MCP error ${code}: size is odd`, 200));
      await session.close();
    }
  });

  it('cannot make the client ask without end', async () => {
    const ping = (id: number): string =>
      `event: message\ndata: ${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n\n`;
    const { server, session, call } = await sessionOf(
      NEVER,
      onCall((response) => void stream(response).write(Array.from({ length: 2_000 }, (_, id) => ping(id)).join(''))),
    );
    assert.deepEqual(await call(), failed(`its server asks too much${MAYBE}`));
    await session.close();
    assert.isBelow(server.received.length, 50);
  });

  it('that do not let a session end keep the end of a call for a second at most', async () => {
    const { server, session, call, clock } = await sessionOf(() => text('done'), {
      intercept: ({ method }) => method === 'DELETE',
    });
    await call();
    const closed = session.close();
    await eventually(() => server.methods().includes('DELETE'), 'a DELETE');
    clock.advance(TIMEOUTS_MS.mcp_close);
    await closed;
    await eventually(() => server.connections() === 0, 'no connection');
  });

  it('that are not there fail without the suggestion that the call has run', async () => {
    const server = await openToolServer(() => undefined);
    await server.close();
    const { sessionAt } = mcpClient(server.url);
    const { session, call } = sessionAt(serverAt(server.url));
    assert.deepEqual(await call(), failed('its server cannot be reached'));
    assert.equal(await session.open(), 'its server cannot be reached');
    await session.close();
  });
});

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { vendorServer } from '../adapters/providers/vendor-server.ts';
import { unusedAddress, openGateway } from './gateway-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { TEST_KEYS } from '../support/test-keys.ts';

/** A server that echoes what it hears. */
const echo = () =>
  vendorServer({ socket: (socket) => socket.on('message', (bytes, binary) => socket.send(bytes, { binary })) });

const path = '/v1/realtime?intent=transcription';
const socketAt = (url: string, options: object = {}, protocols: string[] = []): WebSocket =>
  new WebSocket(url.replace('http', 'ws') + path, protocols, options);

async function opened(socket: WebSocket): Promise<WebSocket> {
  await once(socket, 'open');
  return socket;
}

/** What a socket was refused with. */
async function refusalOf(socket: WebSocket): Promise<{ status: number; code: string; retryAfter: string | undefined }> {
  socket.on('error', () => undefined);
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response as AsyncIterable<Buffer>) parts.push(part);
  const { error } = JSON.parse(Buffer.concat(parts).toString()) as { error: { code: string } };
  return { status: response.statusCode ?? 0, code: error.code, retryAfter: response.headers['retry-after'] };
}

describe('a realtime socket through the gateway', function () {
  it('carries texts and bytes of any size both ways, in order', async () => {
    const { url } = await openGateway({ stt: [(await echo()).url] });
    const socket = await opened(socketAt(url));
    const messages = ['{"type":"hello"}', Buffer.alloc(3_000_000, 7), 'x'.repeat(70_000)];
    const echoed: Buffer[] = [];
    socket.on('message', (bytes: Buffer) => echoed.push(bytes));
    for (const message of messages) socket.send(message);
    await eventually(() => echoed.length === messages.length, 'all come back');
    for (const [place, message] of messages.entries()) assert.isTrue(Buffer.from(message).equals(echoed[place]!));
    socket.close();
  });

  it('closes with the server’s code and reason', async () => {
    const server = await vendorServer({ socket: (socket) => socket.close(4_001, 'session expired') });
    const { url } = await openGateway({ stt: [server.url] });
    const [code, reason] = (await once(socketAt(url), 'close')) as [number, Buffer];
    assert.deepEqual([code, reason.toString()], [4_001, 'session expired']);
  });

  it('ends when the server disconnects, and releases its slot', async () => {
    const server = await echo();
    const { url, upstreamPool } = await openGateway({ stt: [server.url] });
    const socket = await opened(socketAt(url));
    assert.equal(upstreamPool.loads[0]?.inFlight, 1);
    server.cut();
    const [code] = (await once(socket, 'close')) as [number];
    assert.equal(code, 1_006);
    await eventually(() => upstreamPool.loads[0]?.inFlight === 0, 'the place is free');
  });

  it('closes the server’s socket when the client disconnects', async () => {
    const server = await echo();
    const { url, upstreamPool } = await openGateway({ stt: [server.url] });
    const socket = await opened(socketAt(url));
    socket.terminate();
    await eventually(() => server.sockets.size === 0, 'the server is let go');
    assert.equal(upstreamPool.loads[0]?.inFlight, 0);
  });

  it('goes to another server when the first cannot be reached', async () => {
    const server = await echo();
    const { url } = await openGateway({ stt: [await unusedAddress(), server.url] });
    (await opened(socketAt(url))).close();
    assert.lengthOf(server.received, 1);
  });

  it('accepts the key in a header or a subprotocol, and does not relay it', async () => {
    const server = await echo();
    const { url } = await openGateway({ stt: [server.url], apiKey: TEST_KEYS.GATEWAY_API_KEY });
    (await opened(socketAt(url, { headers: { authorization: `Bearer ${TEST_KEYS.GATEWAY_API_KEY}` } }))).close();
    const browser = await opened(
      socketAt(url, {}, ['realtime', `openai-insecure-api-key.${TEST_KEYS.GATEWAY_API_KEY}`]),
    );
    assert.equal(browser.protocol, 'realtime');
    browser.close();
    assert.notInclude(JSON.stringify(server.received.map(({ headers }) => headers)), TEST_KEYS.GATEWAY_API_KEY);
    for (const socket of [socketAt(url), socketAt(url, {}, ['openai-insecure-api-key.wrong'])])
      assert.deepInclude(await refusalOf(socket), { status: 401, code: 'invalid_api_key' });
    assert.lengthOf(server.received, 2);
  });

  it('is rejected with a message when no server can open it', async () => {
    const missing = await vendorServer({});
    missing.refusals.push(404);
    const gone = await openGateway({ stt: [await unusedAddress()] });
    const empty = await openGateway();
    const without = await openGateway({ stt: [missing.url] });
    assert.deepEqual(await refusalOf(socketAt(gone.url)), { status: 503, code: 'upstream_down', retryAfter: '1' });
    assert.deepInclude(await refusalOf(socketAt(empty.url)), { status: 503, code: 'upstream_not_configured' });
    assert.deepInclude(await refusalOf(socketAt(without.url)), { status: 404, code: 'upstream_error' });
    const elsewhere = new WebSocket(`${gone.url.replace('http', 'ws')}/v1/chat/completions`);
    assert.deepInclude(await refusalOf(elsewhere), { status: 404, code: 'unknown_url' });
  });

  it('closes when the gateway does', async () => {
    const { url, drain, close } = await openGateway({ stt: [(await echo()).url] });
    const socket = await opened(socketAt(url));
    const closed = once(socket, 'close');
    await drain(0);
    assert.deepInclude(await refusalOf(socketAt(url)), { status: 503, code: 'draining' });
    await close();
    await closed;
  });
});

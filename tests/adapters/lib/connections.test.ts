import { assert } from 'chai';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';
import { exchange } from '../../../adapters/lib/http-exchange.ts';
import { post, readText } from '../../../adapters/lib/http-stream.ts';
import { network } from '../../../adapters/lib/network.ts';
import { openWebSocket } from '../../../adapters/lib/web-socket.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const anywhere = network({ allowPrivate: true });
const running = (): AbortSignal => new AbortController().signal;
const asking = (url: string, signal = running(), over = anywhere) =>
  post({
    vendor: 'acme',
    url: new URL(url),
    headers: { 'x-key': 'k' },
    body: 'hi',
    network: over,
    signal,
  });
/** Node publishes this when a client has received the head of a response. */
const RESPONSE_STARTED = 'http.client.response.finish';
const CLOSED_PORT = 'http://127.0.0.1:1';

describe('a request to a vendor', () => {
  it('keeps its connection for the next one', async () => {
    const ports = new Set<number | undefined>();
    const server = await vendorServer({
      http(_, response) {
        ports.add(response.req.socket.remotePort);
        response.end('yes');
      },
    });
    for (let count = 0; count < 3; count += 1) {
      assert.equal(await readText((await asking(server.url)).bytes, 100), 'yes');
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.equal(ports.size, 1);
  });

  it('lets go of a connection that is free for long', async () => {
    let open = 0;
    const server = await vendorServer({
      http(_, response) {
        open += 1;
        response.req.socket.once('close', () => (open -= 1));
        response.end('yes');
      },
    });
    const shortly = network({ allowPrivate: true, freeMs: 50 });
    assert.equal(await readText((await asking(server.url, running(), shortly)).bytes, 100), 'yes');
    assert.equal(open, 1);
    await eventually(() => open === 0, 'the end of the connection');
  });

  it('is made again when a kept connection turns out to be closed', async () => {
    let cut = false;
    const server = await vendorServer({
      http(_, response) {
        if (cut) response.req.socket.resetAndDestroy();
        else response.end('yes');
        cut = false;
      },
    });
    await readText((await asking(server.url)).bytes, 100);
    await new Promise((resolve) => setImmediate(resolve));
    cut = true;
    assert.equal(await readText((await asking(server.url)).bytes, 100), 'yes');
    assert.lengthOf(server.received, 3);
  });

  it('is not made again when a kept connection breaks in the midst of the answer', async () => {
    const started: ServerResponse[] = [];
    const server = await vendorServer({
      http(_, response) {
        started.push(response);
        if (started.length === 2) response.write('ye');
        else response.end('yes');
      },
    });
    await readText((await asking(server.url)).bytes, 100);
    await new Promise((resolve) => setImmediate(resolve));
    const { bytes } = await asking(server.url);
    assert.isTrue(started[1]?.req.socket === started[0]?.req.socket);
    started[1]?.req.socket.resetAndDestroy();
    assert.deepInclude(await failureOf(readText(bytes, 100)), {
      message: 'acme broke off its answer',
      retryable: true,
    });
    await readText((await asking(server.url)).bytes, 100);
    assert.lengthOf(server.received, 3);
  });

  it('is retryable when there is no server', async () => {
    assert.isTrue((await failureOf(asking(CLOSED_PORT))).retryable);
  });

  it('ends its body and its connection when it is aborted while the server is silent', async () => {
    const server = await vendorServer({ http: (_, response) => void response.writeHead(200).write('a') });
    const stop = new AbortController();
    const { bytes } = await asking(server.url, stop.signal);
    const pieces = bytes[Symbol.asyncIterator]();
    assert.isFalse((await pieces.next()).done);
    const next = pieces.next();
    stop.abort();
    assert.isTrue((await next).done);
    await eventually(() => server.hangUps === 1, 'the end of the connection');
  });

  it('does not follow redirects', async () => {
    const server = await vendorServer({
      http: (_, response) => void response.writeHead(302, { location: '/b' }).end(),
    });
    assert.isFalse((await failureOf(asking(server.url))).retryable);
    assert.lengthOf(server.received, 1);
  });

  it('is refused by an error whose words stall or break off', async () => {
    const server = await vendorServer({
      http(_, response) {
        const isSecond = server.received.length === 2;
        response.writeHead(401).write('x', () => void (isSecond && response.destroy()));
      },
    });
    const stop = new AbortController();
    const onResponse = (): void => void setImmediate(() => stop.abort());
    subscribe(RESPONSE_STARTED, onResponse);
    const stalled = await failureOf(asking(server.url, stop.signal));
    unsubscribe(RESPONSE_STARTED, onResponse);
    for (const failure of [stalled, await failureOf(asking(server.url))])
      assert.deepInclude(failure, {
        message: 'acme answered 401: it refuses the key. Store a valid one under Credentials (POST /auth)',
        retryable: false,
      });
    await eventually(() => server.hangUps === 2, 'the end of both connections');
  });

  it('may be aborted at the very moment its answer is whole', async () => {
    const server = await vendorServer({ http: (_, response) => void response.end('yes') });
    const stop = new AbortController();
    const { bytes } = await asking(server.url, stop.signal);
    const pieces = bytes[Symbol.asyncIterator]();
    await pieces.next();
    stop.abort();
    await new Promise((resolve) => setImmediate(resolve));
    assert.isTrue((await pieces.next()).done);
    assert.match((await failureOf(asking(server.url, stop.signal))).message, /cannot be reached/);
    assert.lengthOf(server.received, 1);
  });

  it('is not made with a key that no header can carry, nor is the key told', async () => {
    const server = await vendorServer({});
    const about = { vendor: 'acme', url: new URL(server.url), headers: { 'x-key': 'sk-1\n' }, network: anywhere };
    const reported = 'acme: a key or setting has characters that cannot be sent in the header x-key';
    const work = [
      post({ ...about, body: 'hi', signal: running() }),
      exchange({ ...about, method: 'GET', clock: fakeClock(), timeoutMs: 1000 }),
      openWebSocket(
        { ...about, url: new URL(server.url.replace('http', 'ws')) },
        { message: () => undefined, closed: () => undefined },
      ),
    ];
    for (const failure of await Promise.all(work.map(failureOf))) {
      assert.isUndefined(failure.cause);
      assert.deepInclude(failure, { message: reported, retryable: false });
    }
    assert.isEmpty(server.received);
  });

  it('keeps its connection where it may be repeated, and makes one of its own for a POST', async () => {
    const ports: (number | undefined)[] = [];
    const server = await vendorServer({
      http(_, response) {
        ports.push(response.req.socket.remotePort);
        response.end('yes');
      },
    });
    const about = { vendor: 'acme', url: new URL(server.url), headers: {}, network: anywhere };
    const counts = [];
    for (const method of ['GET', 'DELETE', 'POST'] as const) {
      for (let count = 0; count < 3; count += 1) {
        await exchange({ ...about, method, clock: fakeClock(), timeoutMs: 1000 });
        await new Promise((resolve) => setImmediate(resolve));
      }
      counts.push(new Set(ports).size);
    }
    assert.deepEqual(counts, [1, 1, 4]);
  });

  it('fails when the server switches protocols and closes the connection', async () => {
    const server = await vendorServer({
      http: (_, response) =>
        void response.req.socket.write('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
    });
    assert.deepInclude(await failureOf(asking(server.url)), { message: 'acme answered 101', retryable: false });
    const about = { vendor: 'acme', url: new URL(server.url), headers: {}, network: anywhere };
    const question = { ...about, method: 'GET', clock: fakeClock(), timeoutMs: 1000 } as const;
    assert.equal((await failureOf(exchange(question))).message, 'acme cannot be reached');
    await eventually(() => server.hangUps === 2, 'the end of both connections');
  });

  it('ends its connection at once when it is aborted, also before the answer', async () => {
    const server = await vendorServer({ http: () => undefined });
    const stop = new AbortController();
    const answer = asking(server.url, stop.signal).catch(() => 'stopped');
    await server.requests(1);
    stop.abort();
    await eventually(() => server.hangUps === 1, 'the end of the connection');
    assert.equal(await answer, 'stopped');
  });
});

import { assert } from 'chai';
import { network } from '../../../adapters/lib/network.ts';
import { openWebSocket } from '../../../adapters/lib/web-socket.ts';
import { TIMEOUTS_MS } from '../../../domain/voice/call-timeouts.ts';
import type { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { manualTimers } from '../../support/manual-timers.ts';
import { vendorServer } from '../providers/vendor-server.ts';
import { failureOf } from '../providers/vendor-stands.ts';
import { eventually } from '../../support/eventually.ts';

const anywhere = network({ allowPrivate: true });
const unused = { message: () => undefined, closed: () => undefined };
const dialling = (url: string) => ({
  vendor: 'acme',
  url: new URL(url.replace('http', 'ws')),
  headers: { 'x-key': 'k' },
  network: anywhere,
});
const CLOSED_PORT = 'http://127.0.0.1:1';

describe('a socket to a vendor', () => {
  it('sends its headers, and passes on text only', async () => {
    const server = await vendorServer({
      socket(socket) {
        socket.send(Buffer.from('binary'));
        socket.on('message', (message: Buffer) => socket.send(`you said ${message.toString()}`));
      },
    });
    const received: string[] = [];
    const socket = await openWebSocket(dialling(server.url), { ...unused, message: (text) => received.push(text) });
    socket.send('hello');
    await eventually(() => received.length > 0, 'an answer');
    assert.deepEqual(received, ['you said hello']);
    assert.equal(server.received[0]?.headers['x-key'], 'k');
    socket.close();
  });

  it('tells once that it was lost, and nothing when it was closed from here', async () => {
    const server = await vendorServer({});
    const lost: VendorFailure[] = [];
    const listener = { ...unused, closed: (failure: VendorFailure) => lost.push(failure) };
    const [kept, closed] = await Promise.all([
      openWebSocket(dialling(server.url), listener),
      openWebSocket(dialling(server.url), listener),
    ]);
    closed.close();
    await eventually(() => server.sockets.size === 1, 'the end of one');
    server.cut();
    await eventually(() => lost.length > 0, 'the loss of the other');
    kept.send('too late');
    assert.deepEqual(
      [lost.length, lost[0]?.message, lost[0]?.retryable],
      [1, 'acme closed the connection (1006)', true],
    );
  });

  it('is cut when the vendor does not answer its closing', async () => {
    const closings: unknown[] = [];
    // `ws` answers a closing with this.
    const server = await vendorServer({ socket: (socket) => (socket.close = (code) => void closings.push(code)) });
    const time = manualTimers();
    const socket = await openWebSocket(dialling(server.url), unused);
    socket.close();
    await eventually(() => closings.length > 0, 'the closing');
    time.pass(TIMEOUTS_MS.vendor_close - 1);
    assert.equal(server.sockets.size, 1);
    time.pass(1);
    await eventually(() => server.sockets.size === 0, 'the end of the connection');
  });

  it('is lost when it stands on this side only, and is kept as long as the other answers', async () => {
    const server = await vendorServer({});
    const time = manualTimers();
    const lost: string[] = [];
    const closed = ({ message }: VendorFailure): void => void lost.push(message);
    let answers = 0;
    const socket = await openWebSocket(dialling(server.url), { ...unused, closed, alive: () => (answers += 1) });
    for (let minute = 1; minute <= 4; minute += 1) {
      time.pass(15_000);
      await eventually(() => answers === minute, 'an answer');
    }
    server.freeze();
    time.pass(15_000);
    assert.isEmpty(lost);
    time.pass(15_000);
    assert.deepEqual(lost, ['acme does not answer']);
    time.pass(60_000);
    assert.lengthOf(lost, 1);
    socket.close();
  });

  it('closes a connection whose vendor reads nothing', async () => {
    const server = await vendorServer({ socket: (socket) => socket.pause() });
    const lost: VendorFailure[] = [];
    const socket = await openWebSocket(dialling(server.url), { ...unused, closed: (failure) => lost.push(failure) });
    const audio = new Uint8Array(1_000_000);
    for (let count = 0; count < 40; count += 1) socket.send(audio);
    assert.deepEqual([lost.length, lost[0]?.message, lost[0]?.retryable], [1, 'acme does not keep up', true]);
  });

  it('is not opened where the operator does not allow it, by address or by name', async () => {
    const server = await vendorServer({});
    const publicOnly = network({ allowPrivate: false });
    for (const url of [server.url, server.url.replace('127.0.0.1', 'localhost')]) {
      const failure = await failureOf(openWebSocket({ ...dialling(url), network: publicOnly }, unused));
      assert.match(failure.message, /private address/);
      assert.isFalse(failure.retryable);
    }
    assert.isEmpty(server.received);
  });

  it('is retryable when the server is down and not after a refusal or a redirect', async () => {
    assert.isTrue((await failureOf(openWebSocket(dialling(CLOSED_PORT), unused))).retryable);
    const server = await vendorServer({});
    for (const status of [302, 403]) {
      server.refusals.push(status);
      assert.isFalse((await failureOf(openWebSocket(dialling(server.url), unused))).retryable);
    }
    assert.lengthOf(server.received, 2);
  });
});

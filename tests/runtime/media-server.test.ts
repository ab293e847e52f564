import { once } from 'node:events';
import { connect } from 'node:net';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { mediaServer } from '../../adapters/media/media-server.ts';
import {
  json,
  type MediaRoutes,
  type MediaServer,
  type PlainRequest,
  type SocketOpening,
} from '../../adapters/media/server.ts';
import type { MediaSocket } from '../../adapters/media/sockets.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { SERVERS } from './carrier-runtime.ts';
import { eventually } from '../support/eventually.ts';

/** A socket as the server gave it to us, and everything it events. */
interface TakenSocket {
  readonly socket: MediaSocket;
  readonly opening: SocketOpening;
  readonly events: string[];
}

for (const kind of SERVERS)
  describe(`media server on ${kind}`, function () {
    let server: MediaServer;
    let port: number;
    let requests: PlainRequest[];
    let taken: TakenSocket[];
    const { log, lines } = rememberingLog();

    const routes: MediaRoutes = {
      async request(request) {
        requests.push(request);
        if (request.path === '/broken') throw new Error('a fault of ours');
        return request.path === '/there' ? json(201, { is: 'there' }, { 'x-mark': 'yes' }) : null;
      },
      socket(socket, opening) {
        const events: string[] = [];
        socket.listener = {
          binary: (bytes) => void events.push(`binary ${[...bytes].join()}`),
          text: (text) => void events.push(`text ${text}`),
          closed: (code) => void events.push(`closed ${code}`),
        };
        taken.push({ socket, opening, events });
      },
    };
    beforeEach(async () => {
      requests = [];
      taken = [];
      server = await mediaServer(kind, routes, log);
      port = await server.listen('127.0.0.1', 0);
    });
    afterEach(() => server.close());

    const url = (path: string): string => `http://127.0.0.1:${port}${path}`;
    async function open(path = '/'): Promise<TakenSocket & { client: WebSocket }> {
      const client = new WebSocket(url(path).replace('http', 'ws'), { perMessageDeflate: false });
      client.on('error', () => undefined);
      await once(client, 'open');
      await eventually(() => taken.length > 0, 'a socket');
      return { ...(taken.at(-1) as TakenSocket), client };
    }

    it('passes a request on unchanged', async () => {
      const path = '/there/a%20b?agent_id=1&x=%2F&x=y';
      const headers = { 'X-Signature': 'abc', 'Content-Type': 'application/json' };
      await fetch(url(path), { method: 'POST', headers, body: '{"ä":1}' });
      const [request] = requests;
      assert.deepInclude(request, { method: 'POST', path: '/there/a%20b', target: path });
      assert.deepInclude(request?.headers, { 'x-signature': 'abc', 'content-type': 'application/json' });
      assert.deepEqual(request?.query.getAll('x'), ['/', 'y']);
      assert.equal(Buffer.from(request?.body ?? []).toString(), '{"ä":1}');
    });

    it('passes a body of 64 KiB on and answers 413 to a larger one', async () => {
      const body = Uint8Array.from({ length: 64 * 1024 }, (_, index) => index);
      await fetch(url('/there'), { method: 'POST', body });
      assert.deepEqual(Buffer.from(requests[0]?.body ?? []), Buffer.from(body));
      const reply = await fetch(url('/there'), { method: 'POST', body: new Uint8Array(64 * 1024 + 1) });
      assert.equal(reply.status, 413);
      assert.lengthOf(requests, 1);
    });

    it('answers with the reply of the routes, without a body to HEAD', async () => {
      const reply = await fetch(url('/there'));
      assert.deepEqual([reply.status, reply.headers.get('x-mark'), await reply.text()], [201, 'yes', '{"is":"there"}']);
      const head = await fetch(url('/there'), { method: 'HEAD' });
      assert.deepEqual([head.status, head.headers.get('content-length'), await head.text()], [201, '14', '']);
    });

    it('answers 404 to unknown paths and 500 to errors, which it logs', async () => {
      assert.equal((await fetch(url('/nowhere'))).status, 404);
      const reply = await fetch(url('/broken'));
      assert.deepEqual([reply.status, await reply.text()], [500, '{"detail":"Internal server error"}']);
      assert.include(
        lines.map(({ event }) => event),
        'media.request_failed',
      );
    });

    it('answers several requests on one connection', async () => {
      const socket = connect(port, '127.0.0.1');
      let text = '';
      socket.on('data', (bytes) => (text += bytes.toString()));
      for (let count = 1; count <= 3; count += 1) {
        socket.write('GET /there HTTP/1.1\r\nHost: x\r\n\r\n');
        await eventually(() => text.split('201 Created').length === count + 1, `answer ${count}`);
      }
      socket.destroy();
    });

    it('drops the reply to a client that disconnected', async () => {
      const socket = connect(port, '127.0.0.1');
      const whole = 'GET /there HTTP/1.1\r\nHost: x\r\n\r\n';
      socket.write(`${whole}POST /there HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nhalf`);
      await once(socket, 'data');
      socket.destroy();
      assert.equal((await fetch(url('/there'))).status, 201);
      assert.lengthOf(requests, 2);
    });

    it('opens sockets with the details of their request', async () => {
      const { opening, client } = await open('/agent/o%20/a?call_id=7');
      assert.deepInclude(opening, { path: '/agent/o%20/a', origin: null, host: `127.0.0.1:${port}` });
      assert.equal(opening.query.get('call_id'), '7');
      client.terminate();
    });

    it('sends and receives text and bytes in order', async () => {
      const { client, socket, events } = await open();
      const received: unknown[] = [];
      client.on('message', (message: Buffer, isBinary) => received.push(isBinary ? [...message] : message.toString()));
      client.send('grüße');
      client.send(Buffer.from([1, 2, 255]));
      await eventually(() => events.length === 2, 'the messages');
      assert.deepEqual(events, ['text grüße', 'binary 1,2,255']);
      socket.send('zurück');
      socket.send(Uint8Array.of(9, 8).subarray(1));
      await eventually(() => received.length === 2, 'the messages sent back');
      assert.deepEqual(received, ['zurück', [8]]);
      client.terminate();
    });

    it('closes with code and reason after pending messages and ignores later ones', async () => {
      const { client, socket, events } = await open();
      const received: string[] = [];
      client.on('message', (message: Buffer) => received.push(message.toString()));
      socket.send('last words');
      socket.close(4403, `Nein, ${'ü'.repeat(200)}`);
      const [code, reason] = (await once(client, 'close')) as [number, Buffer];
      assert.deepEqual([code, received], [4403, ['last words']]);
      assert.match(reason.toString(), /^Nein, ü+/);
      await eventually(() => events.length > 0, 'the end of the socket');
      socket.send('too late');
      socket.close(1000, 'again');
      assert.deepEqual([events, socket.bufferedBytes], [['closed 4403'], 0]);
    });

    it('reports once that a peer left, with its code if any', async () => {
      const polite = await open();
      polite.client.close(1000);
      await eventually(() => polite.events.length > 0, 'the report of the closing');
      const rude = await open();
      rude.client.terminate();
      await eventually(() => rude.events.length > 0, 'the report of the loss');
      // What would be reported twice is reported before the next connection is open.
      await open();
      assert.deepEqual([polite.events, rude.events], [['closed 1000'], ['closed 1006']]);
    });

    it('disconnects a peer whose message is too large', async () => {
      const { client, events } = await open();
      client.send(Buffer.alloc(64 * 1024));
      await eventually(() => events.length === 1, 'the message');
      client.send(Buffer.alloc(64 * 1024 + 1));
      const [code] = (await once(client, 'close')) as [number];
      assert.include([1006, 1009], code);
      await eventually(() => events.length === 2, 'the end of the socket');
      assert.match(events[1] ?? '', /^closed 100[69]$/);
    });

    it('reports the bytes that a peer has not received', async () => {
      const { client, socket } = await open();
      assert.equal(socket.bufferedBytes, 0);
      client.pause();
      const message = Buffer.alloc(32 * 1024);
      for (let sent = 0; sent < 10_000 && socket.bufferedBytes < 256 * 1024; sent += 1) {
        socket.send(message);
        if (sent % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      assert.isAtLeast(socket.bufferedBytes, 256 * 1024);
      client.terminate();
    });

    it('survives clients that disconnect before their upgrade is refused', async () => {
      const asking = (target: string): string =>
        `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n` +
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n';
      for (let count = 0; count < 20; count += 1) {
        const socket = connect(port, '127.0.0.1').on('error', () => undefined);
        await once(socket, 'connect');
        socket.write(asking('//['));
        socket.resetAndDestroy();
      }
      // A client that stays gets the response, and its connection is closed.
      const staying = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      staying.write(asking('//['));
      const [answer] = (await once(staying, 'data')) as [Buffer];
      assert.match(answer.toString(), /^HTTP\/1\.1 400 /);
      await once(staying, 'end');
      staying.destroy();
      assert.equal((await fetch(url('/there'))).status, 201);
    });

    it('closes its sockets with 1001 and frees its port', async () => {
      const { client } = await open();
      const closed = once(client, 'close') as Promise<[number]>;
      await server.close();
      assert.equal((await closed)[0], 1001);
      const socket = connect(port, '127.0.0.1');
      const [fault] = (await once(socket, 'error')) as [NodeJS.ErrnoException];
      assert.equal(fault.code, 'ECONNREFUSED');
    });

    it('rejects if its port is in use', async () => {
      const second = await mediaServer(kind, routes, log);
      const fault = await second.listen('127.0.0.1', port).then(
        () => null,
        (error: Error) => error,
      );
      await second.close();
      assert.instanceOf(fault, Error);
    });
  });

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { assert } from 'chai';
import { TIMEOUTS as GATEWAY } from '../../adapters/gateway/server.ts';
import { TIMEOUTS as API } from '../../adapters/http/server.ts';
import { LIMITS as RUNTIME } from '../../adapters/media/server.ts';
import { TIMEOUTS as SIMULATOR } from '../../adapters/simulator/server.ts';
import { eventually } from '../support/eventually.ts';
import { json } from '../../adapters/media/server.ts';
import { uwsMediaServer } from '../../adapters/media/uws.ts';
import { LISTENERS } from './listeners.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** Short timeouts for the tests; each server declares its real ones. */
const TIMEOUTS = { headersMs: 300, requestMs: 600, keepAliveMs: 300 };
/** A server that has no patience at all has lost it by then, however busy the machine is. */
const OVERDUE_MS = 45_000;
const DRIP_MS = 50;

const beginning = (path: string, more = ''): string =>
  `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}`;

/** What slow clients send at first, and then again and again. */
const clientsOf = (path: string): Readonly<Record<string, readonly [first: string, drip: string]>> => ({
  'says nothing': ['', ''],
  'never ends its headers': [beginning(path), ''],
  'lets its headers drip': [beginning(path), 'x: y\r\n'],
  'lets its body drip': [beginning(path, 'Content-Length: 1000000\r\n\r\n'), ' '],
  'lets a body of unknown length drip': [beginning(path, 'Transfer-Encoding: chunked\r\n\r\n'), '1\r\n \r\n'],
  'stays after it was answered': ['GET /health HTTP/1.1\r\nHost: x\r\n\r\n', ''],
});

/** Connects and behaves like that until the server has enough; answers whether it had. */
async function isCutOff(url: string, [first, drip]: readonly [string, string]): Promise<boolean> {
  const socket: Socket = connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);
  // What is sent is to be read, or the end of it is never seen.
  socket.resume();
  if (first !== '') socket.write(first);
  const dripping = setInterval(() => drip !== '' && socket.writable && socket.write(drip), DRIP_MS);
  const waiting = AbortSignal.timeout(OVERDUE_MS);
  const ended = await once(socket, 'close', { signal: waiting }).then(
    () => true,
    () => false,
  );
  clearInterval(dripping);
  socket.destroy();
  return ended;
}

/** The runtime on uWebSockets.js has the library's own timeouts, some 10 s. */
async function openUws(): Promise<string> {
  const routes = { request: async () => json(200, {}), socket: () => undefined };
  const server = await uwsMediaServer(routes, rememberingLog().log);
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

describe('slow client', () => {
  for (const { name, open, takesBody } of [
    ...LISTENERS,
    { name: 'the runtime on uWebSockets.js', open: openUws, takesBody: '/answer' },
  ])
    it(`is disconnected by ${name}, which answers others at the same time`, async () => {
      const url = await open(TIMEOUTS);
      const clients = Object.entries(clientsOf(takesBody));
      const outcomes = clients.map(async ([what, sent]) => [what, await isCutOff(url, sent)] as const);
      // A stall of the machine makes every request exceed these timeouts, which may cut its connection.
      const isAnswered = () =>
        fetch(`${url}/health`).then(
          ({ status }) => status === 200,
          () => false,
        );
      await eventually(isAnswered, 'an answer to another client');
      assert.deepEqual(
        await Promise.all(outcomes),
        clients.map(([what]) => [what, true] as const),
      );
    });

  it('has the time that SECURITY.md documents', () => {
    const waits = [API, RUNTIME, GATEWAY, SIMULATOR].map(({ headersMs, requestMs }) => [headersMs, requestMs]);
    assert.deepEqual(waits, [
      [15_000, 60_000],
      [10_000, 30_000],
      [10_000, 120_000],
      [10_000, 30_000],
    ]);
  });
});

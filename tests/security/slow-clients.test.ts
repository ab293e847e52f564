import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { assert } from 'chai';
import { PATIENCE as GATEWAY } from '../../adapters/gateway/server.ts';
import { PATIENCE as API } from '../../adapters/http/server.ts';
import { json, LIMITS as RUNTIME } from '../../adapters/media/server.ts';
import { wsMediaServer } from '../../adapters/media/ws.ts';
import { Accounts } from '../../adapters/simulator/accounts.ts';
import { Exchange } from '../../adapters/simulator/exchange.ts';
import { PATIENCE as SIMULATOR, simulatorServer } from '../../adapters/simulator/server.ts';
import { systemClock } from '../../adapters/system/clock.ts';
import { openGateway } from '../gateway/gateway-desk.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { scriptedVendors } from '../support/scripted-vendors.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { openWorld } from '../support/world.ts';

/** Short, so that nobody waits for the tests; how long it is usually stands with each server. */
const PATIENCE = { headersMs: 300, requestMs: 600, keepAliveMs: 300 };
/** A server that has no patience at all has lost it by then, however busy the machine is. */
const OVERDUE_MS = 20_000;
const DRIP_MS = 50;

/** Opens the API and answers where it listens. */
async function api(): Promise<string> {
  const world = await openWorld(() => ({}), { patience: PATIENCE });
  atEndOfTest(() => world.close());
  return world.url;
}

async function runtime(): Promise<string> {
  const routes = { request: async () => json(200, {}), socket: () => undefined };
  const server = wsMediaServer(routes, rememberingLog().log, PATIENCE);
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

const gateway = async (): Promise<string> => (await openGateway({ settings: { patience: PATIENCE } })).url;

async function simulator(): Promise<string> {
  const resampling = { open: () => ({ process: (pcm: Int16Array) => pcm, close: () => undefined }) };
  const parts = { clock: systemClock(), vendors: scriptedVendors(), resampling, accounts: new Accounts() };
  const { log } = rememberingLog();
  const metrics = { contentType: 'text/plain', text: async () => '' };
  const server = simulatorServer({
    exchange: new Exchange(parts),
    log,
    metrics,
    answered: () => undefined,
    hosts: null,
    patience: PATIENCE,
  });
  atEndOfTest(() => server.close());
  return `http://127.0.0.1:${await server.listen('127.0.0.1', 0)}`;
}

/** Servers, and where each takes a body from whom it does not know. */
const LISTENERS = [
  { name: 'the API', open: api, takesBody: '/api/v1/users/login' },
  { name: 'the runtime', open: runtime, takesBody: '/answer' },
  { name: 'the gateway', open: gateway, takesBody: '/v1/chat/completions' },
  { name: 'the simulator', open: simulator, takesBody: '/simulate/inbound' },
] as const;

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

describe('a client', () => {
  for (const { name, open, takesBody } of LISTENERS)
    it(`that is slow on purpose is not waited for by ${name}, which answers others meanwhile`, async () => {
      const url = await open();
      const clients = Object.entries(clientsOf(takesBody));
      const outcomes = clients.map(async ([what, sent]) => [what, await isCutOff(url, sent)] as const);
      // A machine that stands still for a moment is out of this patience with everybody.
      while ((await fetch(`${url}/health`)).status !== 200);
      assert.deepEqual(
        await Promise.all(outcomes),
        clients.map(([what]) => [what, true] as const),
      );
    });

  it('is usually waited for as long as SECURITY.md says', () => {
    const waits = [API, RUNTIME, GATEWAY, SIMULATOR].map(({ headersMs, requestMs }) => [headersMs, requestMs]);
    assert.deepEqual(waits, [
      [15_000, 60_000],
      [10_000, 30_000],
      [10_000, 120_000],
      [10_000, 30_000],
    ]);
  });
});

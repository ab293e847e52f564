import { assert } from 'chai';
import { WebSocket } from 'ws';
import { LIMITS, type MediaRoutes } from '../../adapters/media/server.ts';
import { wsMediaServer } from '../../adapters/media/ws.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { atEndOfTest } from '../support/temporary.ts';
import { eventually } from '../support/eventually.ts';

/** Opens a socket on a server of its own. `closed` holds the codes with which the server saw it end. */
async function connected(answersPings: boolean) {
  const closed: number[] = [];
  let opened = 0;
  const routes: MediaRoutes = {
    request: async () => null,
    socket: (socket) => {
      opened += 1;
      socket.listener = { binary: () => undefined, text: () => undefined, closed: (code) => void closed.push(code) };
    },
  };
  const server = wsMediaServer(routes, rememberingLog().log);
  atEndOfTest(() => server.close());
  const port = await server.listen('127.0.0.1', 0);
  let pings = 0;
  const client = new WebSocket(`ws://127.0.0.1:${port}/`, { autoPong: answersPings });
  client.on('ping', () => (pings += 1));
  atEndOfTest(() => client.terminate());
  await eventually(() => opened === 1, 'the socket is open');
  return { closed, pings: () => pings, exchange: () => roundTrip(client) };
}

/** Waits until the server has handled everything that the client sent before. */
async function roundTrip(client: WebSocket): Promise<void> {
  let answered = false;
  client.once('pong', () => (answered = true));
  client.ping();
  await eventually(() => answered, 'the server answers a ping');
}

describe('peer of a media socket', () => {
  it('is dropped when it does not answer a ping within 15 s', async () => {
    const { pass } = manualTimers();
    const { closed, pings } = await connected(false);
    pass(LIMITS.pingMs);
    await eventually(() => pings() === 1, 'the peer gets a ping');
    assert.deepEqual(closed, []);
    pass(LIMITS.pingMs);
    await eventually(() => closed.length === 1, 'the peer is dropped');
    assert.deepEqual(closed, [1006]);
  });

  it('is kept while it answers pings', async () => {
    const { pass } = manualTimers();
    const { closed, pings, exchange } = await connected(true);
    for (let nth = 1; nth <= 4; nth += 1) {
      pass(LIMITS.pingMs);
      await eventually(() => pings() === nth, `the peer gets ping ${nth}`);
      await exchange();
    }
    assert.deepEqual(closed, []);
  });
});

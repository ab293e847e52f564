import { once } from 'node:events';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import type { MediaRoutes } from '../../adapters/media/server.ts';
import { uwsMediaServer } from '../../adapters/media/uws.ts';
import { eventually } from '../support/eventually.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

/** Its timeouts are those of the library, in steps of four seconds. */
const PING_MS = 4_000;
const LONGEST_MS = 60_000;

describe('peer of a media socket on uWebSockets.js', function () {
  this.timeout(LONGEST_MS);

  it('is dropped when it answers no ping, and kept while it does', async () => {
    const closed: string[] = [];
    const routes: MediaRoutes = {
      request: async () => null,
      socket: (socket, { path }) => {
        socket.listener = { binary: () => undefined, text: () => undefined, closed: () => void closed.push(path) };
      },
    };
    const server = await uwsMediaServer(routes, rememberingLog().log, PING_MS);
    atEndOfTest(() => server.close());
    const port = await server.listen('127.0.0.1', 0);
    const connect = async (path: string, autoPong: boolean): Promise<WebSocket> => {
      const client = new WebSocket(`ws://127.0.0.1:${port}${path}`, { autoPong });
      atEndOfTest(() => client.terminate());
      await once(client, 'open');
      return client;
    };
    const answering = await connect('/answering', true);
    let pings = 0;
    answering.on('ping', () => (pings += 1));
    await connect('/silent', false);
    await eventually(() => closed.length > 0 && pings > 1, 'a peer is dropped', LONGEST_MS / 2);
    assert.deepEqual(closed, ['/silent']);
    assert.equal(answering.readyState, WebSocket.OPEN);
  });
});

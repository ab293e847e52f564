import { once } from 'node:events';
import { assert } from 'chai';
import { WebSocket } from 'ws';
import { LIMITS, type MediaRoutes } from '../../adapters/media/server.ts';
import { CLOSE } from '../../adapters/media/sockets.ts';
import { wsMediaServer } from '../../adapters/media/ws.ts';
import { eventually } from '../support/eventually.ts';
import { manualTimers } from '../support/manual-timers.ts';
import { rememberingLog } from '../support/remembering-log.ts';
import { atEndOfTest } from '../support/temporary.ts';

const MESSAGES = 20;

/** How a socket ends for a client that sends a lot as soon as it is open, and how much of it was read. */
async function closedAtOnce(code: number): Promise<{ code: number; reason: string; read: number }> {
  // A machine that stands still must not end the socket before its bytes are read.
  const { pass } = manualTimers();
  let read = 0;
  const routes: MediaRoutes = {
    request: async () => null,
    socket(socket) {
      socket.listener = { binary: () => void (read += 1), text: () => undefined, closed: () => undefined };
      socket.close(code, 'Because');
    },
  };
  const server = wsMediaServer(routes, rememberingLog().log);
  atEndOfTest(() => server.close());
  const client = new WebSocket(`ws://127.0.0.1:${await server.listen('127.0.0.1', 0)}/`);
  client.on('open', () => {
    for (let sent = 0; sent < MESSAGES; sent += 1) client.send(new Uint8Array(1_000));
  });
  const ended = once(client, 'close') as Promise<[number, Buffer]>;
  await eventually(() => client.readyState >= client.CLOSING, 'the client knows of the close');
  if (code === CLOSE.tooMany) pass(LIMITS.closeMs);
  const [closed, reason] = await ended;
  return { code: closed, reason: String(reason), read };
}

describe('the close of a media socket', () => {
  it('tells a client why it was cut off, and reads nothing more from it', async () => {
    assert.deepEqual(await closedAtOnce(CLOSE.tooMany), { code: 4429, reason: 'Because', read: 0 });
  });

  it('reads a client whose call ended until it has answered', async () => {
    assert.deepEqual(await closedAtOnce(CLOSE.done), { code: 1000, reason: 'Because', read: MESSAGES });
  });
});

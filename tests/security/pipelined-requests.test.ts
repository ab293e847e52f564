import { once } from 'node:events';
import type { RequestListener, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { assert } from 'chai';
import { boundPipelines } from '../../adapters/lib/pipelined.ts';
import { LISTENERS } from './listeners.ts';
import { localServer } from '../support/local-server.ts';

const TIMEOUTS = { headersMs: 5_000, requestMs: 5_000, keepAliveMs: 5_000 };
const REQUEST = 'GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

const connection = (url: string): Socket =>
  connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined);

/** Sends `count` requests in one write; returns how many were answered before the server closed the connection. */
async function pipelined(url: string, count: number): Promise<number> {
  const socket = connection(url);
  let answers = '';
  socket.setEncoding('latin1').on('data', (text: string) => void (answers += text));
  socket.write(REQUEST.repeat(count));
  await once(socket, 'close');
  return answers.split('HTTP/1.1 ').length - 1;
}

/** Sends one request after the other on one connection, each after the answer to the one before; answers how many were answered. */
async function inTurn(url: string, count: number): Promise<number> {
  const socket = connection(url);
  for (let nth = 0; nth < count; nth += 1) {
    socket.write(REQUEST);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    assert.match(answer.toString('latin1'), /^HTTP\/1\.1 200/u);
  }
  socket.destroy();
  return count;
}

const serve = async (listener: RequestListener): Promise<string> => (await localServer(boundPipelines(listener))).url;

describe('pipelined requests', () => {
  for (const { name, open } of LISTENERS)
    it(`close the connection to ${name} when too many are unanswered`, async () => {
      const url = await open(TIMEOUTS);
      assert.isAtMost(await pipelined(url, 500), 4);
      assert.equal(await inTurn(url, 20), 20);
    });

  it('reach the listener at most four at a time', async () => {
    let handled = 0;
    const url = await serve(() => void (handled += 1));
    assert.equal(await pipelined(url, 500), 0);
    assert.equal(handled, 4);
  });

  it('are answered in order when they are four', async () => {
    const answers: ServerResponse[] = [];
    const url = await serve((request, response) => {
      answers.push(response);
      if (answers.length === 4) for (const each of answers.toReversed()) each.end(request.url);
    });
    const socket = connection(url);
    socket.write(REQUEST.repeat(4));
    let text = '';
    for await (const chunk of socket.setEncoding('latin1')) {
      text += String(chunk);
      if (text.split('/health').length === 5) break;
    }
    assert.lengthOf(text.split('HTTP/1.1 200'), 5);
  });

  it('are all notified of the closed connection, which frees their answers', async () => {
    const closed: number[] = [];
    let handled = 0;
    let isAllHandled = (): void => undefined;
    const handling = new Promise<void>((resolve) => (isAllHandled = resolve));
    let isAllClosed = (): void => undefined;
    const closing = new Promise<void>((resolve) => (isAllClosed = resolve));
    const url = await serve((_request, response) => {
      const nth = (handled += 1);
      response.once('close', () => {
        closed.push(nth);
        if (closed.length === 4) isAllClosed();
      });
      if (nth === 4) isAllHandled();
    });
    const socket = connection(url);
    socket.write(REQUEST.repeat(4));
    await handling;
    socket.destroy();
    await closing;
    assert.sameMembers(closed, [1, 2, 3, 4]);
  });
});

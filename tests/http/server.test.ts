import { assert } from 'chai';
import express from 'express';
import { once } from 'node:events';
import { Agent, get as httpGet, type IncomingMessage } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { probes } from '../../adapters/http/probes.ts';
import { server, type ListeningApi } from '../../adapters/http/server.ts';

/** An app that answers when the test wants it to. */
function waiting() {
  const app = express();
  let arrived = (): void => undefined;
  let answer = (): void => undefined;
  const arrival = new Promise<void>((resolve) => (arrived = resolve));
  app.get('/', (_request, response) => {
    answer = () => void response.send('done');
    arrived();
  });
  return { app, arrival, answer: () => answer() };
}

const get = ({ port }: ListeningApi): Promise<string> =>
  fetch(`http://127.0.0.1:${port}/`).then(
    (response) => response.text(),
    () => 'no such route',
  );

describe('the server', () => {
  it('answers for a moment with Connection: close before it ends', async () => {
    const app = express().use(
      probes({
        health: { isUp: async () => true },
        readiness: { unwritable: async () => [] },
        metrics: { contentType: 'text/plain', text: async () => '' },
        migrations: { pending: [], failing: [] },
      }),
    );
    const listening = await server(app).listen('127.0.0.1', 0);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = async (path: string): Promise<string> => {
      const [response] = (await once(httpGet({ port: listening.port, path, agent }), 'response')) as [IncomingMessage];
      response.resume();
      await once(response, 'end');
      return `${response.statusCode} ${response.headers.connection}`;
    };
    assert.equal(await ask('/readyz'), '200 keep-alive');
    const drained = listening.drain(60_000);
    assert.equal(await ask('/readyz'), '503 close');
    await drained;
    const refused = (await ask('/livez').catch((error: unknown) => error)) as NodeJS.ErrnoException;
    assert.equal(refused.code, 'ECONNREFUSED');
    await listening.close();
  });

  it('lets a running request end before it is drained', async () => {
    const { app, arrival, answer } = waiting();
    const listening = await server(app).listen('127.0.0.1', 0);
    const running = get(listening);
    await arrival;
    let drained = false;
    const draining = listening.drain(60_000).then(() => (drained = true));
    await setImmediate();
    assert.isFalse(drained);
    answer();
    assert.equal(await running, 'done');
    await draining;
    await listening.close();
  });

  it('waits no longer than it was told, and ends the rest when it closes', async () => {
    const { app, arrival } = waiting();
    const listening = await server(app).listen('127.0.0.1', 0);
    const running = get(listening);
    await arrival;
    await listening.drain(1);
    await listening.close();
    assert.equal(await running, 'no such route');
  });

  it('says when its address is taken', async () => {
    const first = await server(express()).listen('127.0.0.1', 0);
    const second = await server(express())
      .listen('127.0.0.1', first.port)
      .catch((error: NodeJS.ErrnoException) => error.code);
    assert.equal(second, 'EADDRINUSE');
    await first.close();
  });
});

import { assert } from 'chai';
import express from 'express';
import { server, type ListeningApi } from '../../adapters/http/server.ts';

/** An app that answers when it is told to. */
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
    () => 'nobody there',
  );

describe('the server', () => {
  it('lets a running request end before it is drained, and takes no other', async () => {
    const { app, arrival, answer } = waiting();
    const listening = await server(app).listen('127.0.0.1', 0);
    const running = get(listening);
    await arrival;
    let drained = false;
    const draining = listening.drain(60_000).then(() => (drained = true));
    assert.equal(await get(listening), 'nobody there');
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
    assert.equal(await running, 'nobody there');
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

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert } from 'chai';
import { requestJson } from '../../../adapters/lib/http-json.ts';
import { atEndOfTest } from '../../support/temporary.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** A server that answers so, and how many connections it got. */
async function serving(answer: Answer): Promise<{ url: string; connections: () => number }> {
  let connections = 0;
  const server = createServer(answer).on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEndOfTest(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, connections: () => connections };
}

const ask = (url: string, timeoutMs = 10_000) => requestJson({ method: 'GET', url, timeoutMs });
const problemOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'none',
    (error: unknown) => (error as { problem?: string }).problem,
  );

describe('requestJson', () => {
  it('sends a body, and reads characters that arrive in pieces', async () => {
    const { url } = await serving((request, response) => {
      request.setEncoding('utf8').on('data', (text: string) => {
        const bytes = Buffer.from(
          JSON.stringify({ got: JSON.parse(text) as unknown, type: request.headers['content-type'] }),
        );
        for (const byte of bytes) response.write(Uint8Array.of(byte));
        response.end();
      });
    });
    const reply = await requestJson({ method: 'POST', url, body: { name: 'नमस्ते' }, timeoutMs: 10_000 });
    assert.deepEqual(reply, { status: 200, body: { got: { name: 'नमस्ते' }, type: 'application/json' } });
  });

  it('answers any status, without a body where it is not JSON', async () => {
    const { url } = await serving((_request, response) => void response.writeHead(503).end('<p>'));
    assert.deepEqual(await ask(url), { status: 503, body: undefined });
  });

  it('keeps the connection for the next request', async () => {
    const { url, connections } = await serving((_request, response) => void response.end('{}'));
    for (let turn = 0; turn < 3; turn += 1) await ask(url);
    assert.equal(connections(), 1);
  });

  const failures: Readonly<Record<string, Answer>> = {
    redirects: (_request, response) => void response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
    'cuts its answer off': (_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('{');
      setImmediate(() => response.destroy());
    },
    'closes the connection': (request) => void request.socket.destroy(),
    'switches protocols': (request) =>
      void request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
  };
  for (const [what, answer] of Object.entries(failures))
    it(`is unavailable when the service ${what}`, async () => {
      const { url } = await serving(answer);
      assert.equal(await problemOf(ask(url)), 'unavailable');
    });

  it('is unavailable when no answer comes in time, or its end', async () => {
    const silent = await serving(() => undefined);
    const endless = await serving((_request, response) => void response.write('{'));
    assert.deepEqual(await Promise.all([silent, endless].map(({ url }) => problemOf(ask(url, 100)))), [
      'unavailable',
      'unavailable',
    ]);
  });
});

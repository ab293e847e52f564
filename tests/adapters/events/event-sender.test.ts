import { assert } from 'chai';
import { Webhook } from 'standardwebhooks';
import { httpEventSender } from '../../../adapters/event-sender/http.ts';
import { network } from '../../../adapters/lib/network.ts';
import { systemClock } from '../../../adapters/system/clock.ts';
import { signingSecret } from '../../../domain/events/event-endpoint.ts';
import { atEndOfTest } from '../../support/temporary.ts';
import { openRawServer, openToolServer, type ToolServer } from '../tools/tool-server.ts';

const SECRETS = ['-_A', '9zB'].map((start) => signingSecret(start.padEnd(43, 'c')));
const BODY = JSON.stringify({ type: 'call.ended', timestamp: '2026-01-01T00:00:00.000Z', data: { name: 'Żaneta' } });

const opened = async (opening: Promise<ToolServer>): Promise<ToolServer> => {
  const server = await opening;
  atEndOfTest(() => server.close());
  return server;
};

const send = (url: string, { allowPrivate = true, timeoutMs = 60_000 } = {}) =>
  httpEventSender({ network: network({ allowPrivate }), clock: systemClock(), timeoutMs }).send({
    ...{ url, eventId: 'evt_1', body: BODY, secrets: SECRETS },
  });

describe('events over HTTP', () => {
  it('are verified by the package of Standard Webhooks with each secret, and with no other', async () => {
    const server = await opened(openToolServer((response) => response.writeHead(204).end()));
    const { status, error } = await send(`${server.url}/events?a=1`);
    assert.deepEqual([status, error], [204, null]);
    const [request] = server.requests;
    assert.deepInclude(request, { method: 'POST', url: '/events?a=1', body: BODY });
    const headers = request!.headers as Record<string, string>;
    assert.equal(headers['webhook-id'], 'evt_1');
    for (const secret of SECRETS) assert.deepEqual(new Webhook(secret).verify(BODY, headers), JSON.parse(BODY));
    assert.throws(() => new Webhook(signingSecret('x'.repeat(43))).verify(BODY, headers), 'No matching signature');
    assert.throws(() => new Webhook(SECRETS[0]!).verify(`${BODY} `, headers), 'No matching signature');
  });

  it('reach no private address, whether it is written or resolved', async () => {
    const server = await opened(openToolServer((response) => response.end()));
    for (const host of ['127.0.0.1', 'localhost', '[::1]']) {
      const url = `http://${host}:${new URL(server.url).port}/`;
      const { status, error } = await send(url, { allowPrivate: false });
      assert.deepEqual([status, error], [null, 'the URL has a private address'], host);
    }
    assert.isEmpty(server.requests);
  });

  it('follow no redirect', async () => {
    const other = await opened(openToolServer((response) => response.end()));
    const server = await opened(openToolServer((response) => response.writeHead(307, { location: other.url }).end()));
    const { status, error } = await send(server.url);
    assert.deepEqual([status, error], [307, 'redirects are not followed']);
    assert.isEmpty(other.requests);
  });

  it('read no body, however long it is', async () => {
    const server = await opened(
      openToolServer((response) => {
        const more = (): boolean =>
          response.destroyed || (response.write('x'.repeat(65_536)), setImmediate(more), true);
        more();
      }),
    );
    assert.equal((await send(server.url)).status, 200);
  });

  it('fail when no status arrives in time', async () => {
    const server = await opened(openToolServer(() => undefined));
    assert.deepInclude(await send(server.url, { timeoutMs: 100 }), { status: null, error: 'timeout' });
  });

  it('fail when the connection breaks, or never exists', async () => {
    const server = await opened(openRawServer((socket) => socket.end('no HTTP\r\n\r\n')));
    assert.match(String((await send(server.url)).error), /^the connection failed/);
    await server.close();
    assert.equal((await send(server.url)).error, 'the connection failed: nothing listens there (ECONNREFUSED)');
  });

  it('fail when the server switches protocols or sends endless headers', async () => {
    const upgrade = 'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n';
    for (const answer of [upgrade, `HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]) {
      const server = await opened(openRawServer((socket) => socket.write(answer)));
      assert.isNull((await send(server.url)).status);
    }
  });
});

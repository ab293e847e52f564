import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { assert } from 'chai';
import { ApiClient } from '../../tools/demo/api-client.ts';

describe('the API client of the demo', () => {
  it('opens a connection for each request, so that none is sent on one that the server closes as idle', async () => {
    const connections: unknown[] = [];
    const server = createServer(({ headers }, response) => {
      connections.push(headers.connection);
      response.end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = new ApiClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    for (const method of ['GET', 'POST', 'GET'] as const) assert.deepEqual(await client.ask(method, '/agents'), {});
    assert.deepEqual(connections, ['close', 'close', 'close']);
    server.close();
  });
});

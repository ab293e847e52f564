import { assert } from 'chai';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { localServer } from '../support/local-server.ts';

describe('the API client of the demo', () => {
  it('opens a connection for each request, so that none is sent on one that the server closes as idle', async () => {
    const connections: unknown[] = [];
    const { url } = await localServer(({ headers }, response) => {
      connections.push(headers.connection);
      response.end('{}');
    });
    const client = new ApiClient(url);
    for (const method of ['GET', 'POST', 'GET'] as const) assert.deepEqual(await client.ask(method, '/agents'), {});
    assert.deepEqual(connections, ['close', 'close', 'close']);
  });
});

import { assert } from 'chai';
import { eventually } from '../../support/eventually.ts';
import { booking, mcpClient, NEVER, PARAMETERS, serverAt } from './mcp-calls.ts';
import { openMcpServer, type ServedTools } from './mcp-server.ts';

const KEY = 'sk-bookings-"1234"';
const tool = (at: number): object => ({ name: `t${at}`, description: `Tool ${at}`, inputSchema: { type: 'object' } });

describe('tools of an MCP server', () => {
  async function listed(served: ServedTools, options: Parameters<typeof openMcpServer>[1] = {}, changes: object = {}) {
    const server = await openMcpServer(served, options);
    const client = mcpClient(new URL(server.url).origin);
    const list = () =>
      client.listAt(serverAt(server.url, { tools: [], ...changes }), [
        { name: 'key', value: KEY, hosts: [server.host] },
      ]);
    return { server, list, clock: client.clock };
  }

  for (const json of [false, true])
    it(`are listed in a session that ends with the list, of a server that answers with ${json ? 'JSON' : 'an event stream'}`, async () => {
      const { server, list, clock } = await listed(booking(NEVER), { json });
      assert.deepEqual(await list(), {
        tools: [
          { name: 'book', description: 'Books a table.', parameters: PARAMETERS, side_effects: true, problem: null },
        ],
        ...{ isComplete: true, reason: null, cause: null },
      });
      assert.deepEqual(server.methods(), ['initialize', 'notifications/initialized', 'tools/list', 'DELETE']);
      assert.equal(server.sessions.size, 0);
      await eventually(() => server.connections() === 0, 'no connection');
      assert.equal(clock.waiting, 0);
    });

  it('are read from every page', async () => {
    const page = (cursor = '0') =>
      cursor === '2' ? { tools: [tool(2)] } : { tools: [tool(Number(cursor))], nextCursor: `${Number(cursor) + 1}` };
    const { list } = await listed({ ...booking(NEVER), page });
    const { tools, isComplete } = await list();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['t0', 't1', 't2'],
    );
    assert.isTrue(isComplete);
  });

  it('are not read without end: from 10 pages, and 200 of them', async () => {
    const endless = await listed({ ...booking(NEVER), page: () => ({ tools: [tool(1)], nextCursor: 'more' }) });
    const pages = await endless.list();
    assert.deepEqual([pages.tools.length, pages.isComplete, pages.reason], [10, false, null]);
    const many = await listed({ ...booking(NEVER), list: Array.from({ length: 201 }, (_, at) => tool(at)) });
    const { tools, isComplete } = await many.list();
    assert.deepEqual([tools.length, isComplete], [200, false]);
  });

  it('are listed with the headers of the server, and without the secrets that it repeats', async () => {
    const served = { ...booking(NEVER), list: [{ ...tool(1), description: `Takes ${KEY}` }] };
    const { server, list } = await listed(served, {}, { headers: { 'x-key': '{{secret.key}}' } });
    const { tools } = await list();
    assert.equal(tools[0]?.description, 'Takes ****');
    assert.isTrue(server.received.every(({ headers }) => headers['x-key'] === KEY));
  });

  for (const [what, status, body, reason] of [
    ['refuses the session', 401, '', 'status 401'],
    ['is not an MCP server', 200, '<html>', 'a response that is not MCP'],
  ] as const)
    it(`are missing with a reason when the server ${what}`, async () => {
      const { list } = await listed(booking(NEVER), {
        intercept: (_, response) =>
          Boolean(response.writeHead(status, { 'content-type': 'application/json' }).end(body)),
      });
      assert.deepEqual(await list(), { tools: [], isComplete: false, reason, cause: null });
    });

  it('are missing with the words of a server that refuses to list them', async () => {
    const page = () => {
      throw new Error(`No tools for ${KEY}`);
    };
    const { server, list } = await listed({ ...booking(NEVER), page });
    assert.equal((await list()).reason, 'MCP error -32603: No tools for ****');
    assert.include(server.methods(), 'DELETE');
  });

  it('are missing after the timeout of a server that does not answer', async () => {
    const { server, list, clock } = await listed(booking(NEVER), { intercept: ({ rpc }) => rpc === 'tools/list' });
    const running = list();
    await eventually(() => server.methods().includes('tools/list'), 'a request');
    await clock.advanceAsync(8_000);
    const missing = running.then(({ reason }) => reason);
    assert.equal(await missing, 'timeout');
    assert.equal(server.sessions.size, 0);
  });

  it('are missing at a private address, with what to do about it', async () => {
    const server = await openMcpServer(booking(NEVER));
    const { reason, cause } = await mcpClient().listAt(serverAt(server.url));
    assert.equal(reason, 'its server has a private address');
    assert.match(String(cause), /ask the operator to add the server to LOCAL_UPSTREAMS/);
    assert.lengthOf(server.received, 0);
  });
});

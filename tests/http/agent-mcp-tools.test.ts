import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { sdkMcpClient } from '../../adapters/mcp-client/sdk-client.ts';
import { agentUseCases } from '../../application/agents/index.ts';
import { booking, PARAMETERS, text } from '../adapters/mcp/mcp-calls.ts';
import { openMcpServer, type OpenMcpServer } from '../adapters/mcp/mcp-server.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

const HEADERS = { authorization: 'Bearer {{secret.bookings_key}}', 'x-guest': '{{guest}}' };

describe('tools of MCP servers over HTTP', () => {
  let world: World;
  let server: OpenMcpServer;
  let ada: AgentFixture;
  /** Tool calls do not answer before it resolves. */
  let hold: Promise<void>;
  let isDown: boolean;

  before(async () => {
    server = await openMcpServer(
      booking(async ({ size }) => {
        await hold;
        return size > 8 ? { ...text('No table is that large'), isError: true } : text(`Table for ${size}`);
      }),
      { intercept: (_, response) => isDown && Boolean(response.writeHead(503).end()) },
    );
    world = await openWorld((ports) => {
      const reached = network({ allowPrivate: false, localUpstreams: [new URL(server.url).origin] });
      return {
        agents: agentUseCases({
          ...ports,
          operatorServers: { includes: reached.isOperators, permits: reached.permits },
          mcpClient: sdkMcpClient({ ...ports, network: reached }),
        }),
      };
    });
    ada = await openAgentFixture(world);
    const secret = { name: 'bookings_key', value: 'sk-bookings-1234', hosts: [server.host] };
    await ada.ask('POST', '/tool-secrets', { body: secret });
  });
  beforeEach(() => {
    hold = Promise.resolve();
    isDown = false;
  });

  const list = (body: object, asking = ada) => asking.ask('POST', '/mcp-servers/tools', { body });
  const save = (changes: object = {}) => {
    const tools = [{ name: 'book', description: 'Books a table.', parameters: PARAMETERS }];
    const servers = [{ name: 'bookings', url: server.url, headers: HEADERS, tools, ...changes }];
    const config = { ...testConfig(), custom_variables: { guest: 'Ada' }, mcp_servers: servers };
    return ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config } });
  };
  const test = (body: object, name = 'bookings_book') =>
    ada.ask('POST', `/agents/${ada.agentId}/tools/${name}/test`, { body });

  it('are listed for a server that no agent has, with its secrets and variables', async () => {
    const {
      status,
      body,
      text: sent,
    } = await list({
      ...{ url: server.url, headers: HEADERS, variables: { guest: 'Eve' } },
    });
    assert.equal(status, 200, sent);
    assert.deepInclude(body as object, { ok: true, reason: null, cause: null, is_complete: true });
    assert.deepEqual((body as { tools: unknown }).tools, [
      { name: 'book', description: 'Books a table.', parameters: PARAMETERS, side_effects: true, problem: null },
    ]);
    const { headers } = server.received.find(({ rpc }) => rpc === 'tools/list')!;
    assert.deepEqual([headers['authorization'], headers['x-guest']], ['Bearer sk-bookings-1234', 'Eve']);
    assert.notInclude(sent, 'sk-bookings');
  });

  it('can be stored in an agent as they are listed', async () => {
    const { body } = await list({ url: server.url });
    const tools = (body as { tools: { problem: unknown }[] }).tools.map(({ problem: _problem, ...tool }) => tool);
    const saved = await save({ tools });
    assert.equal(saved.status, 200, saved.text);
  });

  for (const [what, body, reason] of [
    ['no URL', {}, /url/],
    ['a URL that leads nowhere', { url: 'https://[::1' }, /url must be an http or https URL/],
    ['a private server', { url: 'http://10.0.0.1/mcp' }, /url must not lead to the private server 10\.0\.0\.1/],
    [
      'an unknown variable',
      { headers: { 'x-a': '{{geust}}' } },
      /headers\.x-a has an unknown placeholder \{\{geust\}\}/,
    ],
    [
      'a secret that is not stored',
      { headers: { 'x-a': '{{secret.other}}' } },
      /headers\.x-a: The secret other is not stored/,
    ],
    [
      'a secret of another host',
      { url: 'https://mcp.example.com/', headers: { 'x-a': '{{secret.bookings_key}}' } },
      /headers\.x-a: The secret bookings_key is not sent to mcp\.example\.com/,
    ],
    ['a header of the protocol', { headers: { 'Mcp-Session-Id': '1' } }, /Mcp-Session-Id must be omitted/],
    ['a misspelt field', { header: {} }, /header/],
  ] as const)
    it(`are not listed with ${what}`, async () => {
      const before = server.received.length;
      const { status, text: sent } = await list(what === 'no URL' ? body : { url: server.url, ...body });
      assert.equal(status, 422, sent);
      assert.match(sent, reason);
      assert.lengthOf(server.received, before);
    });

  it('are missing with a reason when their server cannot list them', async () => {
    isDown = true;
    const { status, body } = await list({ url: server.url });
    assert.equal(status, 200);
    const missing = { ok: false, reason: 'status 503', cause: null, tools: [], is_complete: false };
    assert.deepInclude(body as object, missing);
  });

  it('are tested by the name that the model calls, with their secrets masked', async () => {
    await save();
    const { status, text: sent, body } = await test({ arguments: { size: 4 }, variables: { guest: 'Eve' } });
    assert.equal(status, 200, sent);
    const { headers } = server.received.findLast(({ rpc }) => rpc === 'tools/call')!;
    assert.deepInclude(body as object, {
      ...{ ok: true, status: 200, content: 'Table for 4', variables: {}, cause: null },
      request: {
        ...{ method: 'POST', url: server.url },
        headers: {
          ...{ authorization: 'Bearer ****', 'x-guest': 'Eve' },
          'idempotency-key': headers['idempotency-key'],
        },
        body: '{"method":"tools/call","params":{"name":"book","arguments":{"size":4}}}',
      },
    });
    assert.deepEqual([headers['authorization'], headers['x-guest']], ['Bearer sk-bookings-1234', 'Eve']);
    assert.equal(server.sessions.size, 0);
  });

  it('answer a test with what the model would read of a failure, and 422 to wrong arguments', async () => {
    await save();
    const failure = await test({ arguments: { size: 9 } });
    assert.deepInclude(failure.body as object, { ok: false, content: 'The tool failed: No table is that large' });
    const wrong = await test({ arguments: { size: 'four' } });
    assert.equal(wrong.status, 422);
    assert.match(String(wrong.detail), /size must be integer/);
  });

  it('cannot be tested without their server, and not in other organisations', async () => {
    await save();
    assert.equal((await test({}, 'bookings_other')).status, 404);
    assert.equal((await test({}, 'book')).status, 404);
    const eve = await openAgentFixture(world, 'eve');
    assert.equal((await eve.ask('POST', `/agents/${ada.agentId}/tools/bookings_book/test`, { body: {} })).status, 404);
    const other = await list({ url: server.url, headers: HEADERS, variables: { guest: '' } }, eve);
    assert.match(String(other.detail), /The secret bookings_key is not stored/);
  });

  it('are tested four at a time in an organisation', async () => {
    await save();
    let release = (): void => undefined;
    hold = new Promise((resolve) => (release = resolve));
    const calls = () => server.methods().filter((method) => method === 'tools/call').length;
    const earlier = calls();
    const running = [1, 2, 3, 4].map((size) => test({ arguments: { size } }));
    await eventually(() => calls() === earlier + 4, 'four calls');
    assert.equal((await test({ arguments: { size: 5 } })).status, 429);
    release();
    for (const { status } of await Promise.all(running)) assert.equal(status, 200);
    assert.equal((await test({ arguments: { size: 5 } })).status, 200);
  });
});

import { assert } from 'chai';
import { network } from '../../adapters/lib/network.ts';
import { httpToolCaller } from '../../adapters/tool-caller/http.ts';
import { agentUseCases } from '../../application/agents/index.ts';
import type { ToolCaller } from '../../application/ports/tool-caller.ts';
import { openToolServer, type ToolServer } from '../adapters/tools/tool-server.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { pingTool } from '../support/fake-tools.ts';
import { testConfig } from '../support/providers.ts';
import { openWorld, type World } from '../support/world.ts';

describe('tools of an agent over HTTP', () => {
  let world: World;
  let server: ToolServer;
  let ada: AgentFixture;
  /** Replaces the caller of tools in a test. */
  let caller: ToolCaller['call'] | null;

  before(async () => {
    server = await openToolServer((response, { headers, body }) => {
      response.end(JSON.stringify({ authorization: headers['authorization'], body }));
    });
    world = await openWorld((ports) => {
      const reached = network({ allowPrivate: false, localUpstreams: [server.url] });
      const real = httpToolCaller({ ...ports, network: reached });
      return {
        agents: agentUseCases({
          ...ports,
          operatorServers: { includes: reached.isOperators, permits: reached.permits },
          toolCaller: { ...real, call: (request, signal) => (caller ?? real.call)(request, signal) },
        }),
      };
    });
    ada = await openAgentFixture(world);
    await storeSecret('bookings_key', [server.host, 'api.example.com']);
  });
  beforeEach(() => (caller = null));

  const storeSecret = (name: string, hosts: readonly string[]) =>
    ada.ask('POST', '/tool-secrets', { body: { name, value: 'sk-bookings-1234', hosts } });

  const bookTable = (changes: object = {}, request: object = {}) => ({
    ...{ type: 'http', name: 'book_table', description: 'Books a table.' },
    parameters: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
    request: {
      ...{
        method: 'POST',
        url: `${server.url}/bookings`,
        headers: { Authorization: 'Bearer {{secret.bookings_key}}' },
      },
      body: { day: '{{day}}', guest: '{{guest}}' },
      ...request,
    },
    ...changes,
  });
  const save = (...tools: readonly object[]) =>
    ada.ask('PATCH', `/agents/${ada.agentId}`, {
      body: { config: { ...testConfig(), custom_variables: { guest: 'Ada' }, tools } },
    });
  const test = (body: object, name = 'book_table') =>
    ada.ask('POST', `/agents/${ada.agentId}/tools/${name}/test`, { body });

  it('are stored with their defaults and returned', async () => {
    const { status, body } = await save(pingTool());
    assert.equal(status, 200);
    assert.deepEqual((body as { config: { tools: unknown } }).config.tools, [
      {
        ...pingTool(),
        ...{ parameters: { type: 'object', properties: {} }, timeout_secs: 8 },
        ...{ response: { format: 'json' }, side_effects: false },
      },
    ]);
    const created = await ada.ask('POST', '/agents', {
      body: { name: 'Second', agent_category: 'websocket', config: { ...testConfig(), tools: [pingTool()] } },
    });
    assert.equal(created.status, 201);
  });

  it('are removed with a configuration that has none', async () => {
    await save(pingTool());
    const { body } = await save();
    assert.notProperty((body as { config: object }).config, 'tools');
  });

  it('are refused with the field of every problem, when the agent is created and when it is changed', async () => {
    const tools = [
      bookTable({ parameters: { type: 'object', properties: { day: { type: 'text' } } } }),
      bookTable({ name: 'other' }, { headers: { 'X-Key': '{{secret.unknown_key}}' } }),
      bookTable({ name: 'third' }, { url: 'https://evil.example/' }),
      bookTable({ name: 'fourth' }, { url: 'http://api.example.com/' }),
    ];
    const reasons = [
      /^tools\[0\]\.parameters\.properties\.day\.type must be one of array, boolean, .+, string$/,
      /^tools\[1\]\.request\.headers\.X-Key: The secret unknown_key is not stored: ask an admin .+$/,
      /^tools\[2\]\.request\.headers\.Authorization: The secret bookings_key is not sent to evil\.example: ask an admin .+$/,
      /^tools\[3\]\.request\.headers\.Authorization: The secret bookings_key is sent over https only, not to http:\/\/api\.example\.com$/,
    ];
    const creation = {
      name: 'Third',
      agent_category: 'websocket',
      config: { ...testConfig(), custom_variables: { guest: '' }, tools },
    };
    for (const answer of [await save(...tools), await ada.ask('POST', '/agents', { body: creation })]) {
      assert.equal(answer.status, 422);
      const lines = String(answer.detail).split('\n');
      assert.lengthOf(lines, reasons.length, answer.text);
      for (const [index, reason] of reasons.entries()) assert.match(lines[index] ?? '', reason);
    }
  });

  for (const host of [
    ...['127.0.0.1:1', 'localhost', '10.0.0.1', '[::1]', '169.254.169.254', '0x7f000001', '2130706433'],
    ...['metadata', 'metadata.google.internal', 'printer.local', 'a.localhost', 'localhost.', 'db.lan'],
  ])
    it(`are refused at the private server ${host}`, async () => {
      const { status, detail } = await save(bookTable({}, { url: `http://${host}/`, headers: null }));
      assert.equal(status, 422);
      assert.match(
        String(detail),
        /^tools\[0\]\.request\.url must not lead to the private server .+: use a public host name, /,
      );
    });

  it('send a real request when they are tested, and show it with its secrets masked', async () => {
    await save(bookTable({ response: { path: 'body' }, variables: { sent: 'authorization' } }));
    const { status, text, body } = await test({ arguments: { day: 'Friday' }, variables: { guest: 'Eve' } });
    assert.equal(status, 200, text);
    assert.deepInclude(body as object, {
      ...{ ok: true, status: 200, content: '{"day":"Friday","guest":"Eve"}', variables: { sent: 'Bearer ****' } },
      cause: null,
      request: {
        ...{ method: 'POST', url: `${server.url}/bookings` },
        headers: {
          ...{ accept: 'application/json', 'content-type': 'application/json', authorization: 'Bearer ****' },
          'idempotency-key': server.requests.at(-1)?.headers['idempotency-key'],
        },
        body: '{"day":"Friday","guest":"Eve"}',
      },
    });
    assert.notInclude(text, 'sk-bookings');
    assert.equal(server.requests.at(-1)?.headers['authorization'], 'Bearer sk-bookings-1234');
    assert.match(String(server.requests.at(-1)?.headers['idempotency-key']), /^[0-9a-f]{64}$/);
  });

  it('are tested with the default variables of the agent', async () => {
    await save(bookTable());
    const { body } = await test({ arguments: { day: 'Friday' } });
    assert.equal((body as { request: { body: string } }).request.body, '{"day":"Friday","guest":"Ada"}');
  });

  it('are not tested with arguments that their schema refuses', async () => {
    await save(bookTable());
    const count = server.requests.length;
    assert.deepInclude(await test({}), { status: 422, detail: "arguments must have required property 'day'" });
    assert.deepInclude(await test({ arguments: { day: 7 } }), { status: 422, detail: 'day must be string' });
    assert.lengthOf(server.requests, count);
  });

  it('are not tested once their secret is gone', async () => {
    await storeSecret('short_lived', [server.host]);
    await save(bookTable({}, { headers: { 'X-Key': '{{secret.short_lived}}' } }));
    await ada.ask('DELETE', '/tool-secrets/short_lived?force=true');
    assert.deepInclude(await test({ arguments: { day: 'Friday' } }), {
      status: 422,
      detail:
        'book_table.request.headers.X-Key: The secret short_lived is not stored: ask an admin to store it with POST /tool-secrets',
    });
  });

  it('keep a secret from being deleted while they send it, unless that is forced', async () => {
    await storeSecret('in_use', [server.host]);
    await save(bookTable({}, { headers: { 'X-Key': '{{secret.in_use}}' } }));
    const { status, detail } = await ada.ask('DELETE', '/tool-secrets/in_use');
    assert.equal(status, 409);
    assert.match(
      String(detail),
      /^The tool secret in_use is sent by tools of .+: remove it there, or delete it with force=true$/,
    );
    assert.equal((await ada.ask('DELETE', '/tool-secrets/in_use?force=false')).status, 409);
    assert.equal((await ada.ask('DELETE', '/tool-secrets/in_use?force=true')).status, 200);
    assert.equal((await ada.ask('DELETE', '/tool-secrets/in_use?force=true')).status, 404);
    assert.equal((await ada.ask('DELETE', '/tool-secrets/in_use?force=yes')).status, 400);
    await storeSecret('in_use', [server.host]);
    await save();
    assert.equal((await ada.ask('DELETE', '/tool-secrets/in_use')).status, 200);
  });

  it('answer 404 when the agent or the tool does not exist', async () => {
    await save(pingTool());
    assert.deepInclude(await test({}, 'nothing'), {
      status: 404,
      detail: 'Tool not found: the configuration of the agent lists its tools',
    });
    const { status } = await ada.ask('POST', '/agents/nowhere/tools/ping/test', { body: {} });
    assert.equal(status, 404);
  });

  it('are tested four at a time in an organisation', async () => {
    await save(pingTool());
    const waiting: (() => void)[] = [];
    caller = () =>
      new Promise((resolve) => {
        waiting.push(() => resolve({ ok: true, status: 200, content: '', variables: {} }));
      });
    const running = Array.from({ length: 4 }, () => test({}, 'ping'));
    while (waiting.length < 4) await new Promise((resolve) => void setImmediate(resolve));
    assert.deepInclude(await test({}, 'ping'), {
      status: 429,
      detail: 'At most 4 tools are tested at the same time: wait for a result',
    });
    for (const finish of waiting) finish();
    assert.deepEqual(
      (await Promise.all(running)).map(({ status }) => status),
      [200, 200, 200, 200],
    );
    caller = null;
    assert.equal((await test({ arguments: { a: 1 } }, 'ping')).status, 200);
  });
});

import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { eventually } from '../support/eventually.ts';
import { openHttpMcp, type McpTestSession } from '../support/mcp-session.ts';
import { testConfig } from '../support/providers.ts';
import { storeText } from '../support/stored-texts.ts';
import { openWorld, type World } from '../support/world.ts';

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };
const ACCEPT = { accept: 'application/json, text/event-stream' };

describe('the MCP server over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  let session: McpTestSession;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    session = await openHttpMcp(world.url, ada.token, '?access=write&toolsets=all');
  });
  after(() => session.close());

  const post = (headers: Record<string, string> = {}, query = '', body: unknown = PING) =>
    world.ask('POST', `/mcp${query}`, { token: ada.token, headers: { ...ACCEPT, ...headers }, body });

  it('introduces itself and tells assistants how to begin', () => {
    assert.equal(session.client.getServerVersion()?.name, 'voice-agent-platform');
    assert.hasAllKeys(session.client.getServerCapabilities(), ['tools', 'resources']);
    assert.include(session.client.getInstructions(), 'never as instructions');
  });

  it('offers few small tools that only read, unless more are chosen', async () => {
    const plain = await openHttpMcp(world.url, ada.token);
    const tools = await plain.tools();
    await plain.close();
    assert.isAtMost(tools.length, 16);
    assert.isBelow(JSON.stringify(tools).length, 16_000);
    for (const { name, annotations } of tools) assert.isTrue(annotations?.readOnlyHint, name);
    assert.isBelow(JSON.stringify(await session.tools()).length, 48_000);
  });

  it('offers the toolsets that its address names', async () => {
    const reports = await openHttpMcp(world.url, ada.token, '?toolsets=reports,knowledge');
    assert.includeMembers(await reports.names(), ['list_gaps', 'search_knowledge']);
    assert.notInclude(await reports.names(), 'list_calls');
    const { text, isError } = await reports.call('add_web_page', { url: 'https://example.com/' });
    await reports.close();
    assert.isTrue(isError);
    assert.include(text, 'access=write');
  });

  it('refuses an address that chooses what there is not, and says what there is', async () => {
    for (const [query, says] of [
      ['?toolsets=agents,emails', 'agents, calls, campaigns'],
      ['?toolsets=', 'agents, calls'],
      ['?toolsets=agents&toolsets=calls', 'separated by commas'],
      ['?access=full', 'access must be one of read, write'],
      ['?token=vak_x', 'token is not a parameter'],
    ] as const) {
      const { status, detail } = await post({}, query);
      assert.equal(status, 422, query);
      assert.include(String(detail), says, query);
    }
  });

  it('asks for a token', async () => {
    const { status, headers } = await world.ask('POST', '/mcp', { headers: ACCEPT, body: PING });
    assert.deepEqual([status, headers.get('www-authenticate')], [401, 'Bearer']);
    const wrong = await world.ask('POST', '/mcp', { token: `vak_${'x'.repeat(43)}`, headers: ACCEPT, body: PING });
    assert.deepEqual([wrong.status, wrong.detail], [401, 'Unknown or deleted API key']);
  });

  it('refuses pages of foreign origins, and lets in its own and the listed ones', async () => {
    for (const [origin, status] of [
      ['https://evil.example', 403],
      ['null', 403],
      ['https://app.example.com', 200],
      [world.url, 200],
    ] as const)
      assert.equal((await post({ origin })).status, status, origin);
  });

  it('has no stream for messages of its own, takes no batches and bounds bodies', async () => {
    for (const method of ['GET', 'DELETE']) {
      const { status, headers } = await world.ask(method, '/mcp', { token: ada.token, headers: ACCEPT });
      assert.deepEqual([status, headers.get('allow')], [405, 'POST, OPTIONS']);
    }
    assert.equal((await post({}, '', [PING, PING])).status, 422);
    assert.equal((await post({}, '', { ...PING, params: { text: 'x'.repeat(1_100_000) } })).status, 413);
    assert.equal((await post({ 'mcp-protocol-version': '1999-01-01' })).status, 400);
    assert.equal((await post({ accept: 'application/json' })).status, 406);
    const broken = await world.ask('POST', '/mcp', {
      ...{ token: ada.token, raw: '{"jsonrpc"' },
      headers: { ...ACCEPT, 'content-type': 'application/json' },
    });
    assert.equal(broken.status, 422);
  });

  it('is absent when it is switched off', async () => {
    const off = await openWorld(undefined, { mcpServer: false });
    const { token } = await off.signUp();
    const { status } = await off.ask('POST', '/mcp', { token, headers: ACCEPT, body: PING });
    await off.close();
    assert.equal(status, 404);
  });

  it('shows pages of lists with few fields, and where the next begins', async () => {
    const page = await session.json<{ items: object[]; total: number }>('list_agents');
    assert.equal(page.total, 1);
    assert.deepEqual(Object.keys(page.items[0]!), [
      'agent_id',
      'name',
      'status',
      'agent_category',
      'version',
      'updated_at',
    ]);
    for (let made = 0; made < 2; made += 1) await ada.registerCall();
    const first = await session.json<{ calls: object[]; total: number; next_offset: number }>('list_calls', {
      limit: 1,
    });
    assert.deepInclude(first, { total: 2, next_offset: 1 });
    const last = await session.json<{ calls: object[] }>('list_calls', { limit: 1, offset: 1 });
    assert.lengthOf(last.calls, 1);
    assert.notProperty(last, 'next_offset');
  });

  it('shortens what is too long, and reads a part of it whole', async () => {
    const prompt = `Be kind. ${'x'.repeat(30_000)}`;
    const config = { ...testConfig(), prompts: { system_prompt: prompt, greeting_message: 'Hello!' } };
    const { agent_id } = await ada.post<{ agent_id: string }>('/agents', {
      ...{ name: 'Long', agent_category: 'websocket', config },
    });
    const { text } = await session.call('get_agent', { agent_id });
    assert.isBelow(text.length, 21_000);
    assert.match(text, /Shortened from \d+ characters\. path, such as "config", reads a part whole/);
    let [read, offset] = ['', 0];
    for (let next: RegExpExecArray | null; offset !== -1; offset = next ? Number(next[1]) : -1) {
      const part = await session.call('get_agent', { agent_id, path: 'config.prompts.system_prompt', offset });
      read += part.text.split('\n\n[Characters')[0]!;
      next = /Call again with offset (\d+)/.exec(part.text);
    }
    assert.equal(read, prompt);
    const wrong = await session.call('get_agent', { agent_id, path: 'config.prompt' });
    assert.deepEqual([wrong.isError, wrong.text.includes('prompts')], [true, true]);
  });

  it('reads transcripts in pages and as resources', async () => {
    const { calls } = await session.json<{ calls: { call_id: string }[] }>('list_calls', { limit: 1 });
    const id = calls[0]!.call_id;
    const words = 'a line of words\n'.repeat(2_000);
    const url = await storeText(world.ports, `${ada.org_id}/${id}/transcript.txt`, words);
    await ada.ask('PATCH', `/calls/${id}`, { body: { transcript_url: url } });
    const { text } = await session.call('get_transcript', { call_id: id });
    assert.match(text, /\[Characters 0 to 20000 of 32000\. Call again with offset 20000 for what follows\.\]$/);
    assert.include((await session.call('get_transcript', { call_id: id, offset: 20_000 })).text, 'This is the end.');
    const { contents } = await session.client.readResource({ uri: `voice-agent://transcripts/${id}` });
    assert.equal((contents[0] as { text: string }).text, text);
  });

  it('lists the newest resources, and the addresses of all', async () => {
    const { resources } = await session.client.listResources();
    const agent = resources.find(({ uri }) => uri === `voice-agent://agents/${ada.agentId}`);
    assert.equal(agent?.name, 'Agent Desk');
    const { contents } = await session.client.readResource({ uri: agent!.uri });
    assert.equal((JSON.parse((contents[0] as { text: string }).text) as { name: string }).name, 'Desk');
    const { resourceTemplates } = await session.client.listResourceTemplates();
    assert.include(
      resourceTemplates.map(({ uriTemplate }) => uriTemplate),
      'voice-agent://documents/{document_id}',
    );
  });

  it('creates, changes and deletes an agent, with a schema for what the list only names', async () => {
    const tool = (await session.tools()).find((each) => each.name === 'create_agent');
    const [, name = ''] = /describe_input with the name (\w+)/.exec(JSON.stringify(tool)) ?? [];
    assert.property(await session.json<{ properties: object }>('describe_input', { name }), 'properties');
    const { agent_id } = await session.json<{ agent_id: string }>('create_agent', {
      ...{ name: 'Bar', agent_category: 'websocket', config: testConfig() },
    });
    await session.json('update_agent', { agent_id, name: 'Café' });
    assert.equal((await session.json<{ name: string }>('get_agent', { agent_id })).name, 'Café');
    const refused = await session.call('update_agent', { agent_id, name: 7 });
    assert.match(refused.text, /^update_agent was refused \(422\): name: must be string\nCorrect the arguments/);
    await session.json('delete_agent', { agent_id });
    assert.include(
      (await session.call('get_agent', { agent_id })).text,
      '(404): Agent not found\nTake the id from a list',
    );
  });

  it('stores documents and contact lists that it gets as text', async () => {
    const csv = 'phone_number,name\n+14155550101,Zoë\n';
    assert.property(await session.json('upload_contacts', { csv, filename: 'list.csv' }), 'source_id');
    const stored = await session.json<{ document_id: string }>('upload_document', {
      text: '# Hours\n\nWe open at nine.',
      filename: 'Öffnung.md',
    });
    const { text } = await session.call('read_document', stored.document_id ? { document_id: stored.document_id } : {});
    assert.equal(text, '# Hours\n\nWe open at nine.');
    assert.include((await session.call('list_documents')).text, 'Öffnung.md');
  });

  it('records changes in the audit trail under the principal of its client', async () => {
    await session.json('save_agent_draft', { agent_id: ada.agentId, config: testConfig() });
    const { body } = await ada.ask('GET', '/audit?action=agent.save_draft');
    const [event] = (body as { events: Record<string, unknown>[] }).events;
    assert.deepInclude(event, { actor: ada.email, target_id: ada.agentId, outcome: 'done' });
  });

  it('logs no tokens and no arguments', () => {
    const logged = JSON.stringify(world.log);
    assert.notInclude(logged, ada.token);
    assert.notInclude(logged, 'Be kind.');
  });

  it('ends its requests to the API when the client is gone', async () => {
    let started = 0;
    const slow = await openWorld((ports) => ({
      agents: { ...ports.agentUseCases, find: () => ((started += 1), new Promise<never>(() => undefined)) },
    }));
    const { token } = await slow.signUp();
    const gone = new AbortController();
    const request = fetch(`${slow.url}/mcp`, {
      method: 'POST',
      headers: { ...ACCEPT, 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'get_agent', arguments: { agent_id: 'a' } },
      }),
      signal: gone.signal,
    }).catch((error: unknown) => String(error));
    await eventually(() => started === 1, 'a request to the API');
    gone.abort();
    assert.include(await request, 'Abort');
    const isOver = () => JSON.stringify(slow.log).includes('"operation":"getAgent"');
    await eventually(isOver, 'the end of the request to the API');
  });
});

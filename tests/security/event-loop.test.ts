import { Readable } from 'node:stream';
import { assert } from 'chai';
import { csvParser } from '../../adapters/csv/csv-parse.ts';
import { createCampaign } from '../support/telephony-resources.ts';
import { booking, mcpClient, NEVER, serverAt } from '../adapters/mcp/mcp-calls.ts';
import { openMcpServer } from '../adapters/mcp/mcp-server.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { testConfig } from '../support/providers.ts';
import { boundedBy } from './watched-loop.ts';
import { openWorld, type World } from '../support/world.ts';

/** Just under the number of values that a body may hold, and far over it. */
const MANY = 9_900;
const ENDLESS = 1_000_000;
/** Just under the size of an agent's body. */
const LONG = 1_900_000;

type Config = Record<string, unknown>;
const list = (length: number, item: unknown): unknown[] => Array.from({ length }, () => item);
const names = (length: number): Config => Object.fromEntries(Array.from({ length }, (_, at) => [`name${at}`, at]));
const nested = (depth: number, inner: unknown): unknown =>
  Array.from({ length: depth }).reduce((value) => ({ deeper: value }), inner);
const models = (kind: string, settings: Config): Config => ({
  models: { ...(testConfig()['models'] as Config), [`${kind}_config`]: settings },
});
const phrases = (value: unknown): Config => models('stt', { provider: 'local', phrases: value });
const script = (settings: Config): Config => models('llm', { provider: 'script', ...settings });

/** Names that are like each other, and as long as the advice on a misspelt one reads. */
const alike = (length: number, start: string): string[] =>
  Array.from({ length }, (_, at) => `${start}${at}`.padEnd(60, 'abcd'));
/** Texts of characters that are all different, so that nothing of a pattern is known yet. */
const distinct = (at: number, length: number): string =>
  String.fromCodePoint(...Array.from({ length }, (_, add) => 0x4e00 + at * length + add));
const tools = (length: number, changes: (at: number) => Config): Config => ({
  tools: Array.from({ length }, (_, at) => ({
    ...{
      type: 'http',
      name: `tool_${at}`,
      description: 'd',
      request: { method: 'POST', url: 'https://api.example.com' },
    },
    ...changes(at),
  })),
});
const schema = (length: number, property: (at: number) => Config): Config => ({
  type: 'object',
  properties: Object.fromEntries(Array.from({ length }, (_, at) => [`p${at}`, property(at)])),
});
const pattern = (source: string): Config => ({ type: 'string', pattern: source });
/** Repetitions within repetitions, which become more states than a pattern may have. */
const HUGE = `(a{1,30}){1,30}${'(?:x|y){0,100}'.repeat(4)}`;

/** What is sent in the place of parts of a good configuration, and how it is answered. */
const CONFIGS: Readonly<Record<string, readonly [status: number, parts: Config]>> = {
  'a million phrases': [422, phrases(list(ENDLESS, 7))],
  'ten thousand wrong phrases': [422, phrases(list(MANY, ''))],
  'ten thousand numbers for phrases': [422, phrases(list(MANY, 7))],
  'phrases as long as a body': [422, phrases(list(1_000, 'x'.repeat(1_800)))],
  'rules with nested groups': [422, script({ rules: list(20, { when: '(?:(a)|(a)){0,112}b', say: '$1' }) })],
  'ten thousand empty rules': [422, script({ rules: list(MANY / 2, {}) })],
  'rules with fields that no rule has': [422, script({ rules: list(900, names(9)) })],
  'a rule as long as a body': [422, script({ rules: [{ when: '('.repeat(LONG), say: '' }] })],
  'a reply as long as a body': [422, script({ otherwise: 'x'.repeat(LONG) })],
  'ten thousand unknown settings': [422, models('llm', { provider: 'script', ...names(MANY) })],
  'a language as long as a body': [422, models('stt', { provider: 'local', language: 'e'.repeat(LONG) })],
  'keyterms without number': [422, models('stt', { provider: 'deepgram', keyterms: list(MANY, 7) })],
  'an address as long as a body': [
    422,
    models('llm', { provider: 'openai_compatible', model: 'm', base_url: `http://h/${'/'.repeat(LONG)}` }),
  ],
  'ten thousand variables': [201, { custom_variables: names(MANY / 2) }],
  'deep variables': [201, { custom_variables: { a: list(100, nested(50, 'x')) } }],
  'wrong hold messages': [422, { behaviour: { hold_messages: list(MANY, 7) } }],
  'wrong document ids': [422, { knowledge_base: { document_ids: list(MANY, 7) } }],
  'wrong languages': [422, { language: { primary: 'en', secondary: list(MANY, 7) } }],
  'ten thousand unknown sections': [201, names(MANY)],
  'tools with unknown keywords': [
    422,
    tools(32, () => ({
      parameters: { type: 'object', ...Object.fromEntries(alike(200, 'k').map((name) => [name, 1])) },
    })),
  ],
  'tools with unknown placeholders': [
    422,
    {
      custom_variables: Object.fromEntries(alike(4_000, 'v').map((name) => [name, 1])),
      ...tools(32, () => ({
        request: {
          ...{ method: 'POST', url: 'https://api.example.com' },
          body: {
            a: alike(250, 'w')
              .map((name) => `{{${name}}}`)
              .join(''),
          },
        },
      })),
    },
  ],
  'tools with patterns that are too complex': [422, tools(32, () => ({ parameters: schema(90, () => pattern(HUGE)) }))],
  'tools with many patterns': [
    422,
    tools(32, (tool) => ({
      parameters: schema(4, (at) => pattern([...distinct(tool * 4 + at, 150)].map((char) => `[${char}]`).join(''))),
    })),
  ],
  'servers with unknown keywords': [
    422,
    {
      mcp_servers: Array.from({ length: 8 }, (_, at) => ({
        ...{ name: `s${at}`, url: 'https://mcp.example.com' },
        tools: Array.from({ length: 4 }, (_tool, tool) => ({
          ...{ name: `t${tool}`, description: 'd' },
          parameters: { type: 'object', ...Object.fromEntries(alike(200, 'k').map((name) => [name, 1])) },
        })),
      })),
    },
  ],
  'rules that call unknown tools': [
    422,
    {
      ...script({ rules: alike(900, 'call_').map((tool) => ({ when: 'a', say: 'b', call: { tool } })) }),
      ...tools(32, (at) => ({ name: alike(32, 'tool_')[at] })),
    },
  ],
  'a prompt as long as a body': [422, { prompts: { system_prompt: '{{a}}'.repeat(LONG / 5) } }],
};

const SUMMARY = { turn_count: 1, interrupted_turn_count: 0, user_bot_latency_avg_secs: 1 };
const metrics = (turns: unknown[], latencies: Config): Config => ({
  ...{ summary: SUMMARY, transport: { client_connected_secs: 1 }, turns },
  latencies: { first_bot_speech_secs: 1, user_to_bot_secs: [], breakdowns: [], ...latencies },
});
/** Metrics of a call, and how they are answered. */
const METRICS: Readonly<Record<string, readonly [status: number, body: Config]>> = {
  'a hundred thousand turns': [422, metrics(list(100_000, 7), {})],
  'wrong turns': [422, metrics(list(29_000, 7), {})],
  'empty turns': [422, metrics(list(14_000, {}), {})],
  'wrong latencies': [422, metrics([], { user_to_bot_secs: list(29_000, '') })],
  'endless breakdowns': [200, metrics([], { breakdowns: list(29_000, null) })],
  'deep breakdowns': [200, metrics([], { breakdowns: list(150, nested(50, 'x')) })],
};

/** Schedules of a campaign, all of them refused. */
const SCHEDULES: Readonly<Record<string, unknown>> = {
  'wrong slots': list(MANY, 7),
  'empty slots': list(MANY / 2, {}),
  'a hundred thousand slots': list(100_000, 7),
};

/** Schemas that an MCP server of a tenant lists. */
const LISTED: Readonly<Record<string, (at: number) => Config>> = {
  'unknown keywords': () => ({ type: 'object', ...Object.fromEntries(alike(200, 'k').map((name) => [name, 1])) }),
  'patterns that are too complex': () => schema(90, () => pattern(HUGE)),
  'many patterns': (tool) => schema(12, (at) => pattern(distinct(tool * 12 + at, 150))),
  'wrong types': () => schema(99, () => ({ type: 'bogus' })),
};

describe('worst-case requests of a tenant', function () {
  let world: World;
  let fixture: AgentFixture;
  let campaign: { readonly agentId: string; readonly sourceId: string };
  before(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
    const { source_id: sourceId } = await createCampaign(world, fixture, await phoneAgent());
    campaign = { agentId: await phoneAgent(), sourceId };
  });

  async function phoneAgent(): Promise<string> {
    await fixture.ask('POST', '/auth', { body: { provider: 'plivo', auth: { auth_id: 'id', auth_token: 'token' } } });
    const body = { name: 'Phone', agent_category: 'telephony', telephony_provider: 'plivo', config: testConfig() };
    const { agent_id } = (await fixture.ask('POST', '/agents', { body })).body as { agent_id: string };
    return agent_id;
  }

  /** A call that holds no slot any more. */
  async function overCall(): Promise<string> {
    const callId = await fixture.registerCall();
    await fixture.ask('PATCH', `/calls/${callId}`, { body: { status: 'completed' } });
    return callId;
  }

  async function bounded(method: string, pathOf: () => Promise<string>, body: unknown, status: number): Promise<void> {
    const raw = Buffer.from(JSON.stringify(body));
    const headers = { 'content-type': 'application/json' };
    await boundedBy(async () => {
      const path = await pathOf();
      const answer = await fixture.ask(method, path, { raw, headers });
      assert.equal(answer.status, status, answer.text.slice(0, 300));
      await undone(path, answer.body as { readonly [name: string]: string | undefined });
    });
  }

  /** Makes room for another one. */
  async function undone(path: string, { agent_id, call_id }: { readonly [name: string]: string | undefined }) {
    if (path === '/agents' && agent_id) await fixture.ask('DELETE', `/agents/${agent_id}`);
    if (path === '/calls/web' && call_id)
      await fixture.ask('PATCH', `/calls/${call_id}`, { body: { status: 'completed' } });
  }

  for (const [what, [status, parts]] of Object.entries(CONFIGS)) {
    const config = { ...testConfig(), ...parts };
    it(`do not delay others when creating an agent of ${what}`, () =>
      bounded('POST', async () => '/agents', { name: 'Worst', agent_category: 'websocket', config }, status));
    it(`do not delay others when changing an agent of ${what}`, () =>
      bounded('PATCH', async () => `/agents/${fixture.agentId}`, { config }, status === 201 ? 200 : status));
  }

  for (const [what, [status, body]] of Object.entries(METRICS))
    it(`do not delay others with metrics of ${what}`, () =>
      bounded('PUT', async () => `/calls/${await overCall()}/metrics`, body, status));

  for (const [what, slots] of Object.entries(SCHEDULES))
    it(`do not delay others with a campaign of ${what}`, () => {
      const schedule = { enabled: true, timezone: 'UTC', slots };
      const body = { name: 'C', agent_id: campaign.agentId, source_id: campaign.sourceId, schedule_config: schedule };
      return bounded('POST', async () => '/campaign/create', body, 422);
    });

  for (const [what, inputSchema] of Object.entries(LISTED))
    it(`do not delay others with the tools of an MCP server with ${what}`, async () => {
      const served = Array.from({ length: 15 }, (_, at) => ({
        name: `t${at}`,
        description: 'd',
        inputSchema: inputSchema(at),
      }));
      const server = await openMcpServer({ ...booking(NEVER), list: served });
      const { listAt } = mcpClient(new URL(server.url).origin);
      await boundedBy(async () => assert.lengthOf((await listAt(serverAt(server.url, { tools: [] }))).tools, 15));
      await server.close();
    });

  it('do not delay others with a contact list that has a row of 400,000 cells', () =>
    boundedBy(async () => {
      const file = [Buffer.from(`phone_number\n+14155550101${',x'.repeat(400_000)}`)];
      let rows = 0;
      for await (const batch of csvParser().rows(Readable.from(file))) rows += batch.length;
      assert.equal(rows, 2);
    }));

  it('do not delay others with the variables of a call', () =>
    bounded('POST', async () => '/calls/web', { agent_id: fixture.agentId, custom_variables: names(MANY / 2) }, 201));
});

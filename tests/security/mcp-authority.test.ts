import { assert } from 'chai';
import fc from 'fast-check';
import { MCP_TOOLS } from '../../adapters/http/mcp/tool-list.ts';
import { SCOPES, type Scope } from '../../domain/accounts/principal.ts';
import { openHttpMcp, type McpTestSession } from '../support/mcp-session.ts';
import { errorText } from '../support/refusals.ts';
import { openWorld, type World } from '../support/world.ts';
import { fillOrganisation, PLAIN, type FilledOrganisation } from './two-organisations.ts';

const ALL = '?access=write&toolsets=all';

/** How each tool is marked: R reads, W adds or halts, D replaces, deletes, or reaches people; i is idempotent, o reaches the outside. */
const MARKS: Readonly<Record<string, string>> = {
  ...{ list_agents: 'Ri', get_agent: 'Ri', list_agent_versions: 'Ri', compare_agent_versions: 'Ri' },
  ...{ create_agent: 'W', save_agent_draft: 'Di', publish_agent_draft: 'D', update_agent: 'Di' },
  ...{ restore_agent_version: 'D', delete_agent: 'Di' },
  ...{ list_calls: 'Ri', get_call: 'Ri', get_transcript: 'Ri', get_call_analysis: 'Ri', list_phone_numbers: 'Ri' },
  ...{ place_call: 'Do', delete_call: 'Di' },
  ...{ list_campaigns: 'Ri', get_campaign: 'Ri', get_campaign_progress: 'Ri', list_campaign_calls: 'Ri' },
  ...{ upload_contacts: 'W', create_campaign: 'W', start_campaign: 'Do', pause_campaign: 'Wi', resume_campaign: 'Do' },
  delete_campaign: 'Di',
  ...{ search_knowledge: 'Ri', list_documents: 'Ri', read_document: 'Ri', upload_document: 'W', add_web_page: 'Wo' },
  ...{ refresh_document: 'Wio', delete_document: 'Di' },
  ...{ preview_campaign: 'Ri', rehearse_campaign: 'Ri', compare_campaign_variants: 'Ri' },
  ...{ list_suites: 'Ri', get_suite: 'Ri', run_suite: 'D', list_suite_runs: 'Ri', get_suite_run: 'Ri' },
  ...{ list_suite_conversations: 'Ri', get_suite_conversation: 'Ri' },
  ...{ get_call_totals: 'Ri', get_call_outcomes: 'Ri', list_gaps: 'Ri', get_call_metrics: 'Ri', get_call_cost: 'Ri' },
  ...{ list_costs: 'Ri', describe_input: 'Ri' },
};

describe('the authority of the MCP server', () => {
  let world: World;
  let ada: FilledOrganisation;
  let eve: FilledOrganisation;
  let session: McpTestSession;
  before(async () => {
    world = await openWorld();
    ada = await fillOrganisation(world, 'ada', 1);
    eve = await fillOrganisation(world, 'eve', 2);
    session = await openHttpMcp(world.url, ada.fixture.token, ALL);
  });
  after(() => session.close());

  const keyWith = async (scopes: readonly Scope[]): Promise<string> =>
    (await ada.fixture.post<{ key: string }>('/api-keys', { name: 'assistant', scopes })).key;

  /** Arguments for a tool: ids of this organisation, and usual values for the rest. */
  function argumentsOf(
    name: string,
    { inputSchema }: { inputSchema: { required?: string[] | undefined } },
    names: FilledOrganisation['names'],
  ) {
    const texts = {
      csv: 'phone_number\n+14155550101\n',
      text: 'We open at nine.',
      filename: name === 'upload_contacts' ? 'a.csv' : 'a.txt',
    };
    const values: Record<string, unknown> = { ...PLAIN, ...names, ...texts };
    return Object.fromEntries((inputSchema.required ?? []).map((field) => [field, values[field]]));
  }

  it('marks every tool by what it does', async () => {
    const marks = (await session.tools()).map(({ name, annotations: a }) => {
      const kind = a?.readOnlyHint ? 'R' : a?.destructiveHint ? 'D' : 'W';
      return [name, `${kind}${a?.idempotentHint ? 'i' : ''}${a?.openWorldHint ? 'o' : ''}`];
    });
    assert.deepEqual(Object.fromEntries(marks), MARKS);
  });

  it('marks as reading only tools whose operations read, or write nothing by their contract', () => {
    const posts = MCP_TOOLS.filter(({ effect }) => effect === 'read').map(({ operation }) => operation);
    assert.isEmpty(posts.filter((operation) => !/^(get|list|compare|preview|rehearse|ask)/.test(operation)));
    const careful = /^(delete|start|resume|save|update|publish|restore)/;
    for (const { name, effect } of MCP_TOOLS.filter(({ operation }) => careful.test(operation)))
      assert.equal(effect, 'destructive', name);
  });

  it('requires for each tool exactly the scope that its operation requires', async () => {
    const keys = new Map<string, McpTestSession>();
    const listed = await session.tools();
    for (const { name, needs } of MCP_TOOLS) {
      const own = keys.get(needs) ?? (await openHttpMcp(world.url, await keyWith([needs as Scope]), ALL));
      keys.set(needs, own);
      const tool = listed.find((each) => each.name === name)!;
      const none = { agent_id: 'none', call_id: 'none', campaign_id: 'none', document_id: 'none', source_id: 'none' };
      const { text } = await own.call(name, argumentsOf(name, tool, none));
      assert.notMatch(text, /\((401|403|5\d\d)\)/, name);
    }
    for (const [needs, own] of keys) {
      const names = MCP_TOOLS.filter((tool) => tool.needs === needs).map(({ name }) => name);
      assert.sameMembers(
        (await own.names()).filter((name) => name !== 'describe_input'),
        names,
      );
      await own.close();
    }
  });

  it('offers nothing to a key beyond its scopes, whatever its address chooses', async () => {
    const reading = SCOPES.filter((scope) => /\.(read|list|listen)$/.test(scope));
    const own = await openHttpMcp(world.url, await keyWith(reading), ALL);
    for (const { name, annotations } of await own.tools()) assert.isTrue(annotations?.readOnlyHint, name);
    const before = await ada.fixture.ask('GET', '/agents');
    for (const tool of (await session.tools()).filter(({ annotations }) => !annotations?.readOnlyHint)) {
      const { text, isError } = await own.call(tool.name, argumentsOf(tool.name, tool, ada.names));
      assert.isTrue(isError, tool.name);
      assert.match(
        text,
        /The token does not permit \w+\.\w+: an admin can make an API key with this scope\.$/,
        tool.name,
      );
    }
    await own.close();
    assert.deepEqual((await ada.fixture.ask('GET', '/agents')).body, before.body);
  });

  it('knows no object of another organisation', async () => {
    for (const tool of await session.tools()) {
      const ids = (tool.inputSchema.required ?? []).filter((field) => field.endsWith('_id'));
      if (ids.length === 0) continue;
      const { text, isError } = await session.call(tool.name, argumentsOf(tool.name, tool, eve.names));
      assert.isTrue(isError, `${tool.name} ${text}`);
      assert.match(text, /was refused \(404\)|Unknown|does not match an uploaded/, tool.name);
      assert.notInclude(text, eve.names['org_id'] as string);
    }
    for (const kind of ['agents', 'calls', 'campaigns', 'documents', 'transcripts']) {
      const [id = ''] = Object.entries(eve.names).flatMap(([name, value]) =>
        name === `${kind.replace('transcripts', 'calls').replace(/s$/, '')}_id` ? [String(value)] : [],
      );
      const fault = await errorText(session.client.readResource({ uri: `voice-agent://${kind}/${id}` }));
      assert.include(fault, '404', kind);
    }
  });

  it('ends with its key', async () => {
    const { key, key_id } = await ada.fixture.post<{ key: string; key_id: string }>('/api-keys', {
      ...{ name: 'short', scopes: ['agents.list'] },
    });
    const own = await openHttpMcp(world.url, key);
    await own.json('list_agents');
    await ada.fixture.ask('DELETE', `/api-keys/${key_id}`);
    assert.include(await errorText(own.call('list_agents')), 'Unknown or deleted API key');
    await own.close();
  });

  it('answers hostile arguments with what is wrong, and never fails', async () => {
    const hostile = [
      '..',
      '.',
      '../calls/x',
      'a/b',
      '%2e%2e',
      'x\u0000',
      '\ud800',
      'x'.repeat(5_000),
      '__proto__',
      '?a=1',
      '#',
      '\r\nX: 1',
    ];
    for (const id of hostile) {
      const { text, isError } = await session.call('get_agent', { agent_id: id });
      assert.isTrue(isError);
      assert.notMatch(text, /\(5\d\d\)|The platform failed/, JSON.stringify(id));
    }
    for (const [given, says] of [
      [{}, 'agent_id is required.'],
      [{ agent_id: '' }, 'agent_id is required.'],
      [{ agent_id: { $ne: null } }, 'agent_id must be a text'],
      [{ agent_id: ['a'] }, 'agent_id must be a text'],
      [{ agent_id: 'a', org_id: eve.names['org_id'] }, 'get_agent has no argument "org_id"'],
      [{ agent_id: ada.names['agent_id'], path: '__proto__' }, 'There is no "__proto__"'],
      [{ agent_id: ada.names['agent_id'], path: 'constructor.name' }, 'There is no "constructor"'],
      [{ agent_id: ada.names['agent_id'], path: 'name', offset: -1 }, 'offset must be a whole number'],
    ] as const) {
      const { text, isError } = await session.call('get_agent', given);
      assert.isTrue(isError);
      assert.include(text, says);
    }
    assert.include((await session.call('list_calls', { limit: 1e9 })).text, 'from 1 to 100');
    assert.include((await session.call('rm_rf')).text, 'There is no tool "rm_rf"');
    assert.include((await session.call('describe_input', { name: '__proto__' })).text, 'There is no part "__proto__"');
    for (const uri of [
      'voice-agent://agents/',
      'voice-agent://agents/a/b',
      'file:///etc/passwd',
      'voice-agent://agents/..',
    ])
      assert.match(await errorText(session.client.readResource({ uri })), /no such resource|404/, uri);
  });

  it('survives arguments of any shape', async () => {
    const tools = (await session.tools()).filter(({ annotations }) => annotations?.readOnlyHint);
    const given = fc.record(
      {
        ...{ agent_id: fc.jsonValue(), call_id: fc.jsonValue(), limit: fc.jsonValue(), offset: fc.jsonValue() },
        ...{ path: fc.jsonValue(), question: fc.jsonValue(), from: fc.jsonValue() },
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...tools), given, async ({ name }, each) => {
        const { text } = await session.call(name, each);
        assert.notMatch(text, /\(5\d\d\)|The platform failed/, `${name} ${JSON.stringify(each)}`);
      }),
      { numRuns: 30 },
    );
  });
});

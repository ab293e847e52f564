import { assert } from 'chai';
import { loadContract } from '../../adapters/http/contract.ts';
import { toolInput } from '../../adapters/http/mcp/input-schemas.ts';
import { runTool } from '../../adapters/http/mcp/run-tool.ts';
import { MCP_TOOLS } from '../../adapters/http/mcp/tool-list.ts';
import type { Principal } from '../../domain/accounts/principal.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openHttpMcp, type McpTestSession } from '../support/mcp-session.ts';
import { testConfig } from '../support/providers.ts';
import { errorText } from '../support/refusals.ts';
import { openWorld, type World } from '../support/world.ts';

describe('the MCP server about faults of a request', () => {
  let world: World;
  let ada: AgentFixture;
  let session: McpTestSession;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    session = await openHttpMcp(world.url, ada.token, '?access=write&toolsets=all');
  });
  after(() => session.close());

  it('names every argument that is unknown or missing, with the nearest there is', async () => {
    const { text, isError } = await session.call('get_agent', { agnt_id: 'x', paths: 'config', colour: 1 });
    assert.isTrue(isError);
    assert.deepEqual(text.split('\n'), [
      'get_agent has no argument "agnt_id": did you mean agent_id? Otherwise use one of agent_id, path, offset',
      'get_agent has no argument "paths": did you mean path?',
      'get_agent has no argument "colour"',
      'agent_id is required.',
    ]);
  });

  it('names the nearest tool and the nearest part of an answer, and how an agent gets a draft', async () => {
    const own = { agent_id: ada.agentId };
    for (const [name, given, says] of [
      ['get_agents', {}, /^There is no tool "get_agents"\. Did you mean get_agent\? tools\/list shows all/],
      ['rm_rf', {}, /^There is no tool "rm_rf"\. tools\/list shows all/],
      [
        'get_agent',
        { ...own, path: 'config.model' },
        /"model" at this place of the answer: did you mean models\? Otherwise use one of .*prompts/,
      ],
      [
        'publish_agent_draft',
        own,
        /^publish_agent_draft was refused \(404\): Draft not found\nsave_agent_draft stores one\.$/,
      ],
    ] as const) {
      const { text, isError } = await session.call(name, given);
      assert.isTrue(isError, name);
      assert.match(text, says);
    }
  });

  it('says which parts of arguments can be described, and which one was meant', async () => {
    for (const [given, says] of [
      [{ name: 'AgentConfigInpt' }, /^There is no part "AgentConfigInpt": did you mean AgentConfigInput\?$/],
      [{ name: 'zzzz' }, /^There is no part "zzzz": use one of AgentConfigInput, /],
      [{ name: 7 }, /^name must be a text\.\nArguments of the offered tools: .*AgentConfigInput/],
      [{}, /^name is required\.\nArguments of the offered tools: .*AgentConfigInput/],
      [{ nam: 'x' }, /^describe_input has no argument "nam": did you mean name\?.*\nname is required\./],
    ] as const) {
      const { text, isError } = await session.call('describe_input', given);
      assert.isTrue(isError, JSON.stringify(given));
      assert.match(text, says);
    }
  });

  it('says where the fields of a refused argument are described', async () => {
    const config = { ...testConfig(), speach: {} };
    const { text } = await session.call('create_agent', { name: 'Bar', agent_category: 'websocket', config });
    assert.match(
      text,
      /^create_agent was refused \(422\): speach is unknown: did you mean speech\?\nCorrect the arguments/,
    );
    assert.match(text, /\ndescribe_input shows which fields there are, by the name AgentConfigInput for config\.$/);
    const plain = await session.call('list_calls', { from: 'yesterday' });
    assert.match(plain.text, /^list_calls was refused \(422\)/);
    assert.notInclude(plain.text, 'describe_input');
  });

  it('says how many problems it leaves out', async () => {
    const tool = MCP_TOOLS.find(({ name }) => name === 'list_calls')!;
    const detail = Array.from({ length: 12 }, (_, at) => ({ loc: ['query', `f${at}`], msg: 'is required' }));
    const send = async () => ({ status: 422, headers: {}, text: JSON.stringify({ detail }) });
    const principal = { org_id: ada.org_id } as Principal;
    const { content } = await runTool(tool, toolInput(loadContract('/api/v1'), tool), {}, { principal, send });
    const [part] = content as readonly { readonly text: string }[];
    assert.match(
      part!.text,
      /^list_calls was refused \(422\): f0: is required\n.*\nf9: is required\n… and 2 more problems\n/s,
    );
  });

  it('has the code of an error once before its message', async () => {
    const { client } = session;
    assert.match(
      await errorText(client.readResource({ uri: 'voice-agent://nothing/x' })),
      /^(McpError: )?MCP error -32602: There is no such resource/,
    );
    assert.match(await errorText(client.listPrompts()), /^MCP error -32601: Method not found$/);
  });

  it('says which part of a message does not fit', async () => {
    for (const [method, params, code, message] of [
      ['tools/call', { name: 7 }, -32_602, 'params.name: Invalid input: expected string, received number'],
      [
        'tools/call',
        { name: 'get_agent', arguments: [] },
        -32_602,
        'params.arguments: Invalid input: expected record, received array',
      ],
      ['resources/read', {}, -32_602, 'params.uri: Invalid input: expected string, received undefined'],
      ['agents/list', {}, -32_601, 'Method not found'],
    ] as const) {
      const { body } = await world.ask('POST', '/mcp', {
        ...{ token: ada.token, headers: { accept: 'application/json, text/event-stream' } },
        body: { jsonrpc: '2.0', id: 1, method, params },
      });
      assert.deepEqual((body as { readonly error: object }).error, { code, message });
    }
  });
});

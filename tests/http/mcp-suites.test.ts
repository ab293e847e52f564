import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openHttpMcp, type McpTestSession } from '../support/mcp-session.ts';
import { EMPTY_CONVERSATION, PUBLISHED_RUN } from '../contracts/rehearsal-examples.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { openWorld, type World } from '../support/world.ts';

describe('suites and their runs as resources of the MCP server', () => {
  let world: World;
  let ada: AgentFixture;
  let session: McpTestSession;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world);
    session = await openHttpMcp(world.url, ada.token, '?toolsets=rehearsals');
  });
  after(async () => {
    await session.close();
    await world.close();
  });

  it('are listed and read where their toolset is chosen, the newest run of each', async () => {
    const { suite_id } = await ada.post<{ suite_id: string }>('/rehearsal-suites', {
      ...{ agent_id: ada.agentId, source: TABLE_SUITE.replace('title: Tables', 'title: Resources') },
    });
    const uris = async (from: McpTestSession): Promise<string[]> =>
      (await from.client.listResources()).resources.map(({ uri }) => uri);
    assert.notInclude((await uris(session)).join(), 'rehearsals');
    const path = `/rehearsal-suites/${suite_id}/published-runs`;
    const { run_id } = await ada.post<{ run_id: string }>(path, PUBLISHED_RUN);
    await ada.ask('PUT', `/rehearsal-runs/${run_id}/conversations/a1`, { body: EMPTY_CONVERSATION });
    const addresses = [`voice-agent://suites/${suite_id}`, `voice-agent://rehearsals/${run_id}`] as const;
    assert.includeMembers(await uris(session), [...addresses]);
    const textAt = async (uri: string): Promise<string> =>
      ((await session.client.readResource({ uri })).contents[0] as { text: string }).text;
    assert.include(await textAt(addresses[0]), 'title: Resources');
    assert.deepInclude(JSON.parse(await textAt(addresses[1])), { run_id, state: 'running' });
    const { runs } = await session.json<{ runs: { run_id: string }[] }>('list_suite_runs', { suite_id });
    assert.equal(runs[0]?.run_id, run_id);
    const read = await session.json('get_suite_conversation', { run_id, conversation_id: 'a1' });
    assert.deepInclude(read, { verdict: 'passed' });
    const plain = await openHttpMcp(world.url, ada.token);
    assert.notIncludeMembers(await uris(plain), [...addresses]);
    await plain.close();
  });
});

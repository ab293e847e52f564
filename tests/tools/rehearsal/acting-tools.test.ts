import { assert } from 'chai';
import type { Agent } from '../../../domain/agents/agent.ts';
import { actingProblems, actingTools } from '../../../tools/rehearsal/acting-tools.ts';
import { ApiRefusal } from '../../../tools/lib/installation-api.ts';

const agent = (agent_id: string, config: object): Agent => ({ agent_id, status: 'active', config }) as unknown as Agent;
const tool = (name: string, side_effects: boolean) => ({ name, side_effects });
const handover = (...ids: string[]) => ({ targets: ids.map((id) => ({ name: id, agent_id: id })) });

/** The names that are found where these are the agents of the installation. */
const found = (first: Agent, ...others: Agent[]) =>
  actingTools(
    {
      json: async <T>(path: string) => {
        const other = others.find(({ agent_id: id }) => path === `/agents/${id}`);
        if (!other) throw new ApiRefusal('Agent not found', 404);
        return other as T;
      },
    },
    first,
  );

describe('the tools that a rehearsal by voice really calls', () => {
  it('are none of an agent without tools', async () => assert.isEmpty(await found(agent('a', {}))));

  it('are those with side effects, over HTTP and of MCP servers, but not those of pages', async () => {
    const config = {
      tools: [tool('book', true), tool('look_up', false)],
      mcp_servers: [{ name: 'crm', tools: [tool('write', true), tool('read', false)] }],
      page_tools: [tool('scroll', true)],
    };
    assert.deepEqual(await found(agent('a', config)), ['book', 'crm_write']);
  });

  it('are those for the number of the caller, which a call in the browser does not have', async () => {
    const browser = agent('a', { do_not_call: { tool: true }, callbacks: { tool: true } });
    assert.isEmpty(await found(browser));
    const telephone = { ...browser, agent_category: 'telephony' } as Agent;
    assert.deepEqual(await found(telephone), ['do_not_call', 'schedule_callback']);
  });

  it('have beside them the pre-call request of a telephone call, and the key by which callers ask not to be called', async () => {
    const config = { pre_call: { url: 'https://example.com' }, do_not_call: { tool: false, key: '9' } };
    assert.isEmpty(await found(agent('a', config)));
    const telephone = { ...agent('a', config), agent_category: 'telephony' } as Agent;
    assert.deepEqual(await found(telephone), ['pre_call', 'do_not_call']);
  });

  it('depend on the call, not on the category of an agent that it is handed over to', async () => {
    const other = agent('b', { pre_call: { url: 'https://example.com' }, do_not_call: { tool: true } });
    const [browser, telephone] = ['websocket', 'telephony'].map(
      (agent_category) => (each: Agent) => ({ ...each, agent_category }) as Agent,
    );
    const first = agent('a', { handover: handover('b') });
    assert.deepEqual(await found(telephone!(first), browser!(other)), ['do_not_call']);
    assert.isEmpty(await found(browser!(first), telephone!(other)));
  });

  it('are also those of agents that the call is handed over to, unless these are absent or archived', async () => {
    const other = agent('b', { tools: [tool('bill', true)], handover: handover('a', 'c', 'gone') });
    const archived = { ...agent('c', { tools: [tool('sell', true)] }), status: 'archived' } as Agent;
    assert.deepEqual(await found(agent('a', { handover: handover('b') }), other, archived), ['bill']);
  });

  it('need live: true in the suite', () => {
    assert.isEmpty(actingProblems([], undefined));
    assert.isEmpty(actingProblems(['book'], true));
    assert.match(actingProblems(['book', 'bill'], undefined).join(), /book, bill of the agent .* write live: true/);
  });
});

import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { tableConfig } from '../support/rehearsed-tables.ts';
import { openWorld, type World } from '../support/world.ts';

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly error: string | null;
  readonly remarks: readonly string[];
}

const SUITE = `title: Tables
tools: { book: { answers: [{ code: T101 }] } }
personas:
  ada:
    script:
      - { when: how can i help, say: i want a table }
      - { when: how many, say: a table for four }
      - { when: anything else|away, say: no thank you bye }
    otherwise: for four
limits: { seconds: 60 }
conversations:
  - title: a table is booked by the other agent
    persona: ada
    expect:
      agents: [Reception, Desk by tables]
      calls: [{ tool: hand_over, outcome: ok }, { tool: book, times: 1, outcome: ok }]
      events: [{ agent: Desk }, { agent_says: Your code is T101. }]
`;

describe('rehearsal runs of an agent that hands calls over', () => {
  let world: World;
  let ada: AgentFixture;
  let reception: string;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { name: 'Desk', config: tableConfig() } });
    const { tools: _tools, ...config } = tableConfig('How can I help you?');
    const rules = [
      {
        ...{ when: 'table', say: '', call: { tool: 'hand_over', arguments: { target: 'tables' } } },
        say_failure: 'They are away.',
      },
      { when: 'bye', say: 'Goodbye.', end: true },
    ];
    const fallback = { provider: 'openai', model: 'gpt-5-mini' };
    const models = {
      ...(config['models'] as object),
      llm_config: { provider: 'script', rules, otherwise: 'Pardon?', fallback },
    };
    const target = { name: 'tables', agent_id: ada.agentId, description: 'Tables.', say: 'One moment.' };
    const created = await ada.post<{ agent_id: string }>('/agents', {
      ...{ name: 'Reception', agent_category: 'websocket' },
      config: { ...config, models, handover: { targets: [target] } },
    });
    reception = created.agent_id;
  });
  afterEach(() => world.close());

  const started = async (): Promise<Run> => {
    const { suite_id } = await ada.post<{ suite_id: string }>('/rehearsal-suites', {
      ...{ agent_id: reception, source: SUITE },
    });
    const answer = await ada.ask('POST', `/rehearsal-suites/${suite_id}/runs`, { body: {} });
    assert.equal(answer.status, 202, JSON.stringify(answer.body));
    return answer.body as Run;
  };
  const rehearsed = async ({ run_id }: Run) => {
    await world.ports.rehearsalWorker.tick();
    const run = (await ada.ask('GET', `/rehearsal-runs/${run_id}`)).body as Run;
    const { body } = await ada.ask('GET', `/rehearsal-runs/${run_id}/conversations/a1`);
    const conversation = body as { verdict: string; problems: string[]; calls: { name: string; answer: string }[] };
    return { run, conversation };
  };

  it('have the other agent answer, with its tools, and say which fallback cannot be opened', async () => {
    const { run, conversation } = await rehearsed(await started());
    assert.deepInclude(run, { state: 'completed', error: null });
    assert.equal(conversation.verdict, 'passed', conversation.problems.join('\n'));
    assert.match(run.remarks.join('\n'), /The fallback openai cannot be opened/);
  });

  it('are held with the agents of their start', async () => {
    const run = await started();
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { name: 'Other desk' } });
    const { conversation } = await rehearsed(run);
    assert.equal(conversation.verdict, 'passed', conversation.problems.join('\n'));
  });

  it('refuse a handover to an archived agent in the conversation, as a call does', async () => {
    const archived = await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { archived: true } });
    assert.equal(archived.status, 200, JSON.stringify(archived.body));
    const { suite_id } = await ada.post<{ suite_id: string }>('/rehearsal-suites', {
      ...{ agent_id: reception, source: SUITE.replace(/^tools: .*\n/mu, '') },
    });
    const { body } = await ada.ask('POST', `/rehearsal-suites/${suite_id}/runs`, { body: {} });
    const { conversation } = await rehearsed(body as Run);
    assert.equal(conversation.verdict, 'failed');
    assert.match(conversation.calls[0]?.answer ?? '', /^Not handed over: the agent is not available/);
  });
});

import { assert } from 'chai';
import { planKey, type RehearsedConversation } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE, tableConfig } from '../support/rehearsed-tables.ts';
import { openWorld, type World } from '../support/world.ts';

interface Run {
  readonly run_id: string;
  readonly state: string;
  readonly error: string | null;
  readonly conversations_done: number;
  readonly sides: readonly { readonly title: string; readonly summary: Readonly<Record<string, unknown>> | null }[];
  readonly comparison: Readonly<Record<string, unknown>> | null;
}

interface Conversation {
  readonly conversation_id: string;
  readonly verdict: string;
  readonly error: string | null;
  readonly has_recording: boolean;
  readonly ended: string | null;
  readonly problems: readonly string[];
  readonly captions: readonly {
    readonly speaker: string;
    readonly text: string;
    readonly start_ms: number;
    readonly end_ms: number;
  }[];
  readonly calls: readonly {
    readonly name: string;
    readonly arguments: string;
    readonly outcome: string;
    readonly start_ms: number;
  }[];
}

describe('rehearsal runs over HTTP', () => {
  let world: World;
  let ada: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig() } });
  });

  const suiteOf = async (source = TABLE_SUITE): Promise<string> =>
    (await ada.post<{ suite_id: string }>('/rehearsal-suites', { agent_id: ada.agentId, source })).suite_id;
  const start = (suiteId: string, body: object = {}) => ada.ask('POST', `/rehearsal-suites/${suiteId}/runs`, { body });
  const read = async (id: string): Promise<Run> => (await ada.ask('GET', `/rehearsal-runs/${id}`)).body as Run;
  const conversationsOf = async (id: string, query = ''): Promise<Conversation[]> =>
    ((await ada.ask('GET', `/rehearsal-runs/${id}/conversations${query}`)).body as { conversations: Conversation[] })
      .conversations;
  const finished = async (suiteId: string, body: object = {}): Promise<Run> => {
    const { run_id } = (await start(suiteId, body)).body as Run;
    await world.ports.rehearsalWorker.tick();
    return read(run_id);
  };
  const refusal = async (suiteId: string, body: object = {}): Promise<string> => {
    const answer = await start(suiteId, body);
    assert.equal(answer.status, 422);
    return (answer.body as { detail: string }).detail;
  };

  it('hold the conversations of a suite and tell how each went', async () => {
    const suiteId = await suiteOf();
    const answer = await start(suiteId, { runs: 2 });
    assert.equal(answer.status, 202);
    assert.deepInclude(answer.body, { state: 'queued', conversations_total: 4, conversations_done: 0, runs: 2 });
    await world.ports.rehearsalWorker.tick();
    const run = await read((answer.body as Run).run_id);
    assert.deepInclude(run, { state: 'completed', error: null, conversations_done: 4, comparison: null });
    assert.equal(run.sides[0]?.title, 'Desk, version 2');
    assert.deepInclude(run.sides[0]?.summary, {
      ...{ held: 4, passed: 2, failed: 2, undecided: 0, errors: 0, pass_at_1: 0.5, pass_hat: [0.5, 0.5] },
      cost: { currency: 'USD', amount: '0.00', unpriced: [] },
    });
    const listed = await conversationsOf(run.run_id);
    assert.deepEqual(
      listed.map(({ conversation_id, verdict }) => [conversation_id, verdict]),
      [
        ['a1', 'passed'],
        ['a2', 'passed'],
        ['a3', 'failed'],
        ['a4', 'failed'],
      ],
    );
    assert.deepEqual(listed[2]?.problems, ['says discount: the agent never says it']);
    assert.lengthOf(await conversationsOf(run.run_id, '?verdict=failed&limit=1&offset=1'), 1);
    const { suites } = (await ada.ask('GET', '/rehearsal-suites')).body as { suites: { last_run: object }[] };
    assert.deepInclude(suites[0]?.last_run, { run_id: run.run_id, state: 'completed', pass_at_1: 0.5 });
  });

  it('have captions with their times, checks and the calls of tools', async () => {
    const { run_id } = await finished(await suiteOf());
    const { body } = await ada.ask('GET', `/rehearsal-runs/${run_id}/conversations/a1`);
    const { captions, calls, ...conversation } = body as Conversation;
    assert.deepInclude(conversation, { verdict: 'passed', error: null, has_recording: false, ended: 'agent_ended' });
    assert.deepEqual(
      captions.map(({ speaker, text }) => [speaker, text]),
      [
        ['agent', 'For how many?'],
        ['caller', 'a table for four'],
        ['agent', 'Your code is T101. Anything else?'],
        ['caller', 'no thank you bye'],
        ['agent', 'Goodbye.'],
      ],
    );
    for (const { start_ms: from, end_ms: to } of captions) assert.isBelow(from, to);
    assert.deepEqual(
      captions.map(({ start_ms: from }) => from),
      captions.map(({ start_ms: from }) => from).toSorted((one, other) => one - other),
    );
    assert.deepInclude(calls[0], { name: 'book', arguments: '{"size":"four"}', outcome: 'ok' });
    assert.isAbove(calls[0]!.start_ms, captions[1]!.end_ms);
    assert.equal((await ada.ask('GET', `/rehearsal-runs/${run_id}/conversations/a1/recording`)).status, 404);
    assert.equal((await ada.ask('GET', `/rehearsal-runs/${run_id}/conversations/b1`)).status, 404);
  });

  it('compare a draft with what is published, pair by pair', async () => {
    const worse = tableConfig('Hello, no tables today. Goodbye.');
    await ada.ask('PUT', `/agents/${ada.agentId}/draft`, { body: { config: worse } });
    const run = await finished(await suiteOf(), { version: 'draft', compare: 'published', only: ['booked'], runs: 2 });
    assert.deepInclude(run, { state: 'completed', conversations_done: 4 });
    assert.deepEqual(
      run.sides.map(({ title, summary }) => [title, summary?.['passed']]),
      [
        ['Desk, draft', 0],
        ['Desk, version 2', 2],
      ],
    );
    assert.deepInclude(run.comparison, { better: 2, worse: 0, untold: 0, pass_at_1: [0, 1] });
    assert.deepEqual(
      (await conversationsOf(run.run_id)).map(({ conversation_id }) => conversation_id),
      ['a1', 'b1', 'a2', 'b2'],
    );
    assert.lengthOf(await conversationsOf(run.run_id, '?side=b'), 2);
  });

  it('keep the text and the agent that they were started with', async () => {
    const suiteId = await suiteOf();
    const { run_id } = (await start(suiteId)).body as Run;
    await ada.ask('PATCH', `/agents/${ada.agentId}`, { body: { config: tableConfig('No.') } });
    const source = TABLE_SUITE.replaceAll('persona: ada', 'caller: [{ hangs_up: true }]');
    await ada.ask('PUT', `/rehearsal-suites/${suiteId}`, { body: { agent_id: ada.agentId, source } });
    await world.ports.rehearsalWorker.tick();
    assert.deepEqual(
      (await conversationsOf(run_id)).map(({ verdict }) => verdict),
      ['passed', 'failed'],
    );
  });

  it('are refused with what keeps the suite from being held here', async () => {
    const unanswered = await suiteOf(TABLE_SUITE.replace('  book: {', '  bok: {'));
    assert.deepEqual((await refusal(unanswered)).split('\n'), [
      'tools names bok, which the agent does not have',
      'tools must have the answers of book: tools are not called in a rehearsal of the API',
    ]);
    const ofCommand = await suiteOf(TABLE_SUITE.replace('personas:', 'live: true\nserver: tables.mjs\npersonas:'));
    assert.match(await refusal(ofCommand), /^live .*only the command.*\nserver .*only the command/);
    const suiteId = await suiteOf();
    assert.include(await refusal(suiteId, { only: ['nothing'] }), 'only: no conversation');
    assert.include(await refusal(suiteId, { cost_limit: '2,50' }), 'cost_limit must be a decimal');
    assert.equal((await start(suiteId, { version: 9 })).status, 404);
    assert.equal((await start(suiteId, { compare: 'draft' })).status, 404);
    const many = await suiteOf(
      `${TABLE_SUITE}${Array.from({ length: 60 }, (_, at) => `  - { title: t${at}, persona: ada, expect: { says: [x] } }\n`).join('')}`,
    );
    assert.include(await refusal(many, { runs: 20 }), 'at most 1000');
  });

  it('fail with a reason where a model cannot be opened', async () => {
    const judged = TABLE_SUITE.replace(
      'personas:',
      'judge: { llm: { provider: openai, model: gpt-5-mini } }\npersonas:',
    );
    const run = await finished(await suiteOf(judged));
    assert.equal(run.state, 'failed');
    assert.match(run.error ?? '', /openai/i);
    const unpriced = await finished(await suiteOf(judged.replace('openai', 'no_such')), {});
    assert.include(unpriced.error ?? '', 'There is no LLM provider no_such');
  });

  it('are canceled with what they have held, and then deleted', async () => {
    const { rehearsalWorker: worker } = world.ports;
    const wake = worker.wake.bind(worker);
    Object.assign(worker, { wake: () => undefined });
    const suiteId = await suiteOf();
    const { run_id } = (await start(suiteId)).body as Run;
    assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${run_id}`)).status, 400);
    assert.equal((await ada.ask('DELETE', `/rehearsal-suites/${suiteId}`)).status, 400);
    const canceled = await ada.ask('POST', `/rehearsal-runs/${run_id}/cancel`);
    assert.deepInclude(canceled.body, { state: 'canceled', comparison: null });
    Object.assign(worker, { wake });
    await world.ports.rehearsalWorker.tick();
    assert.deepInclude(await read(run_id), { state: 'canceled', conversations_done: 0 });
    const over = await finished(suiteId);
    assert.deepInclude((await ada.ask('POST', `/rehearsal-runs/${over.run_id}/cancel`)).body, { state: 'completed' });
    assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${run_id}`)).status, 200);
    assert.equal((await ada.ask('DELETE', `/rehearsal-suites/${suiteId}`)).status, 200);
    assert.equal((await ada.ask('GET', `/rehearsal-runs/${over.run_id}`)).status, 404);
    for await (const { key } of world.ports.objects.list(`${ada.org_id}/rehearsals/`)) assert.fail(key);
  });

  /** A run of a process that has ended: a copy of one that was held. */
  const abandoned = async (): Promise<string> => {
    const { rehearsalRuns, objects } = world.ports;
    const { run_id } = await finished(await suiteOf());
    const over = (await rehearsalRuns.find(ada.org_id, run_id))!;
    const sides = over.sides.map((side) => ({ ...side, summary: null }));
    const copy = { ...over, run_id: 'lost', state: 'queued', sides, started_at: null, finished_at: null } as const;
    const plan = (await objects.open(planKey(over)))!;
    await objects.put(planKey(copy), plan.bytes, { size: plan.size, contentType: 'application/json' });
    await rehearsalRuns.add({ ...copy, conversations_done: 0 });
    return copy.run_id;
  };
  const claimByAnother = async (owner: string): Promise<void> => {
    const { rehearsalRuns, clock } = world.ports;
    const until = new Date(clock.now().getTime() + 15_000).toISOString();
    assert.isNotNull(await rehearsalRuns.claim(ada.org_id, owner, { now: clock.now().toISOString(), until }));
  };

  it('continue where a process ended that held them', async () => {
    const runId = await abandoned();
    const { rehearsedConversations, clock, rehearsalWorker } = world.ports;
    await claimByAnother('lost');
    await rehearsalWorker.tick();
    assert.deepInclude(await read(runId), { state: 'running', conversations_done: 0 });
    // The other process has stored one of them.
    const stored: RehearsedConversation = {
      ...{ org_id: ada.org_id, run_id: runId, conversation_id: 'a2', side: 'a', position: 2, run: 1, seed: 1 },
      ...{ title: 'no discount is promised', persona: 'ada', verdict: 'undecided', problems: [], ended: null },
      ...{ stopped: null, length_ms: 1, turns: 1, latencies_ms: [], amount: 7, unpriced: [], words_digest: '' },
      ...{ has_recording: false, stored_bytes: 0 },
    };
    await rehearsedConversations.add(stored);
    clock.advance(16_000);
    await rehearsalWorker.tick();
    assert.deepInclude(await read(runId), { state: 'completed', conversations_done: 2 });
    assert.deepEqual(await rehearsedConversations.find(ada.org_id, runId, 'a2'), stored);
  });

  it('end after five processes that had them ended', async () => {
    const runId = await abandoned();
    for (let count = 0; count < 5; count += 1) {
      await claimByAnother(`lost ${count}`);
      world.ports.clock.advance(16_000);
    }
    await world.ports.rehearsalWorker.tick();
    assert.deepInclude(await read(runId), { state: 'failed', error: 'It was begun 5 times, and not held to its end' });
  });
});

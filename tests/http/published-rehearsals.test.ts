import { assert } from 'chai';
import { NO_QUOTAS } from '../../domain/accounts/quotas.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { spendBudget } from './spent-budget.ts';
import { openWorld, type World } from '../support/world.ts';

const RUN = { level: 'voice', runs: 2, seed: 7, conversations_total: 2 };
const CONVERSATION = {
  ...{ title: 'a table', persona: 'ada', run: 1, seed: 9, verdict: 'passed', ended: 'agent_ended', stopped: null },
  ...{ length_ms: 9_000, turns: 2, cost: '0.012', error: null, checks: [], judged: [], calls: null, stages: [] },
  captions: [{ speaker: 'agent', text: 'For how many?', start_ms: 100, end_ms: 1_400 }],
  ...{ fields: null, latencies_ms: [900] },
};

describe('rehearsals that the command publishes', () => {
  let world: World;
  let ada: AgentFixture;
  let suiteId: string;
  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE.replace('tools:', 'live: true\ntools:') };
    suiteId = (await ada.post<{ suite_id: string }>('/rehearsal-suites', suite)).suite_id;
  });

  const begin = async (sides: readonly object[] = [{ title: 'Desk by voice' }]): Promise<string> =>
    (await ada.post<{ run_id: string }>(`/rehearsal-suites/${suiteId}/published-runs`, { ...RUN, sides })).run_id;
  const put = (runId: string, id: string, changes: object = {}) =>
    ada.ask('PUT', `/rehearsal-runs/${runId}/conversations/${id}`, { body: { ...CONVERSATION, ...changes } });
  const finish = (runId: string) =>
    ada.ask('POST', `/rehearsal-runs/${runId}/finish`, { body: { remarks: ['By voice.'], currency: 'EUR' } });

  it('are read like those of the API', async () => {
    const runId = await begin();
    assert.equal((await put(runId, 'a1')).status, 200);
    await put(runId, 'a2', { run: 2, verdict: 'failed', problems: ['says nine: never'] });
    const { status, body } = await finish(runId);
    assert.equal(status, 200);
    assert.deepInclude(body, { state: 'completed', origin: 'command', level: 'voice', remarks: ['By voice.'] });
    const { sides } = body as { sides: readonly { summary: object }[] };
    assert.deepInclude(sides[0]?.summary, {
      ...{ held: 2, passed: 1, failed: 1, pass_at_1: 0.5, pass_hat: [0.5, 0] },
      cost: { currency: 'EUR', amount: '0.024', unpriced: [] },
    });
    const read = await ada.ask('GET', `/rehearsal-runs/${runId}/conversations/a1`);
    assert.deepInclude(read.body, { captions: CONVERSATION.captions, calls: null, median_latency_ms: 900 });
  });

  it('compare two sides', async () => {
    const runId = await begin([
      { title: 'Version 1', version: 1 },
      { title: 'Draft', is_draft: true },
    ]);
    await put(runId, 'a1', { verdict: 'failed' });
    await put(runId, 'b1');
    assert.deepInclude(((await finish(runId)).body as { comparison: object }).comparison, { better: 1, worse: 0 });
  });

  it('keep the first conversation of a place, and take none beyond the run', async () => {
    const runId = await begin();
    await put(runId, 'a1');
    assert.deepInclude((await put(runId, 'a1', { verdict: 'failed' })).body, { verdict: 'passed' });
    assert.equal((await put(runId, 'a3')).status, 422);
    assert.equal((await put(runId, 'b1')).status, 404);
    assert.equal((await put(runId, 'a0')).status, 404);
    assert.equal((await put(runId, 'a2', { cost: 'much' })).status, 422);
  });

  it('are to be begun again where another request began the run and it was deleted at the same moment', async () => {
    const { rehearsalRuns } = world.ports;
    rehearsalRuns.publish = async () => false;
    const path = `/rehearsal-suites/${suiteId}/published-runs`;
    const body = { ...RUN, sides: [{ title: 'Desk by voice' }], publication_key: 'ci-7' };
    assert.equal((await ada.ask('POST', path, { body })).status, 503);
  });

  it('are begun once under a key, also by requests at the same moment', async () => {
    const body = { ...RUN, sides: [{ title: 'Desk' }], publication_key: 'k1' };
    const path = `/rehearsal-suites/${suiteId}/published-runs`;
    const answers = await Promise.all([1, 2, 3].map(() => ada.post<{ run_id: string }>(path, body)));
    const [first] = answers;
    assert.deepEqual(new Set(answers.map(({ run_id }) => run_id)), new Set([first?.run_id]));
    assert.notProperty(first, 'publication_key');
    await finish(first!.run_id);
    assert.deepInclude(await ada.post<object>(path, body), { run_id: first?.run_id, state: 'completed' });
    const other = await ada.post<{ run_id: string }>(path, { ...body, publication_key: 'k2' });
    assert.notEqual(other.run_id, first?.run_id);
  });

  it('are refused while the hard stop of the budget is in force, and while the storage is full', async () => {
    const path = `/rehearsal-suites/${suiteId}/published-runs`;
    const post = () => ada.ask('POST', path, { body: { ...RUN, sides: [{ title: 'Desk' }] } });
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: 0 };
    assert.deepInclude(await post(), { status: 413 });
    world.ports.limits.quotas = NO_QUOTAS;
    await spendBudget(world, ada);
    const answer = await post();
    assert.equal(answer.status, 429);
    assert.match(String(answer.detail), /^The budget of 0\.05 USD/);
  });

  const used = async (): Promise<number> => (await world.ports.quotas.usage(ada.org_id)).storage.used;
  const stored = async (runId: string): Promise<number[]> => {
    const sizes: number[] = [];
    for await (const { size } of world.ports.objects.list(`${ada.org_id}/rehearsals/${runId}/`)) sizes.push(size);
    return sizes;
  };
  const wordsOf = (text: string) => ({ title: text.slice(0, 20), captions: [{ ...CONVERSATION.captions[0], text }] });

  it('take no conversation that does not fit the storage, and leave nothing of it', async () => {
    const runId = await begin();
    await put(runId, 'a1');
    const before = await used();
    world.ports.limits.quotas = { ...NO_QUOTAS, storage: before + 1_500 };
    const refused = await put(runId, 'a2', wordsOf('x'.repeat(2_000)));
    assert.equal(refused.status, 413);
    assert.match(String(refused.detail), /^The quota storage does not allow this/);
    assert.equal((await ada.ask('GET', `/rehearsal-runs/${runId}/conversations/a2`)).status, 404);
    assert.deepEqual([await used(), await stored(runId)], [before, [before]]);
    assert.equal((await put(runId, 'a1')).status, 200);
    assert.equal((await put(runId, 'a2', wordsOf('For two.'))).status, 200);
    assert.deepInclude((await finish(runId)).body, { state: 'completed', conversations_done: 2 });
  });

  it('give the room of a conversation back that the object store does not take', async () => {
    const runId = await begin();
    const { objects } = world.ports;
    const { put: store } = objects;
    Object.assign(objects, { put: () => Promise.reject(new Error('The bucket is gone')) });
    assert.equal((await put(runId, 'a1')).status, 500);
    Object.assign(objects, { put: store });
    assert.equal(await used(), 0);
    assert.equal((await put(runId, 'a1')).status, 200);
  });

  it('keep the words of the listed one of two conversations at the same moment, and count them once', async () => {
    const runId = await begin();
    const { objects } = world.ports;
    const { put: store } = objects;
    const waiting: (() => void)[] = [];
    Object.assign(objects, {
      put: async (...args: Parameters<typeof store>) => {
        await store.apply(objects, args);
        await new Promise<void>((resolve) => {
          waiting.push(resolve);
          if (waiting.length === 2) for (const goOn of waiting) goOn();
        });
      },
    });
    const answers = await Promise.all(
      ['For two.', 'For twenty, please.'].map((text) => put(runId, 'a1', wordsOf(text))),
    );
    const { body } = await ada.ask('GET', `/rehearsal-runs/${runId}/conversations/a1`);
    const { title, captions } = body as { title: string; captions: readonly { text: string }[] };
    assert.equal(captions[0]?.text, title);
    for (const answer of answers) assert.deepInclude(answer, { status: 200 });
    for (const answer of answers) assert.deepInclude(answer.body, { title });
    assert.deepEqual(await stored(runId), [await used()]);
  });

  it('leave nothing where the run is deleted while a conversation is stored', async () => {
    const runId = await begin();
    const { rehearsedConversations: conversations, objects } = world.ports;
    const { add } = conversations;
    conversations.add = async (conversation) => {
      assert.equal((await ada.ask('POST', `/rehearsal-runs/${runId}/cancel`)).status, 200);
      assert.equal((await ada.ask('DELETE', `/rehearsal-runs/${runId}`)).status, 200);
      return add(conversation);
    };
    assert.equal((await put(runId, 'a1')).status, 404);
    assert.isEmpty(await conversations.list(ada.org_id, runId, {}));
    for await (const { key } of objects.list(`${ada.org_id}/rehearsals/`)) assert.notInclude(key, runId);
  });

  it('end once, or an hour after the last request', async () => {
    const runId = await begin();
    await finish(runId);
    assert.equal((await finish(runId)).status, 400);
    assert.equal((await put(runId, 'a1')).status, 400);
    const left = await begin();
    world.ports.clock.advance(20 * 60_000);
    assert.equal((await put(left, 'a1')).status, 200);
    world.ports.clock.advance(50 * 60_000);
    await world.ports.rehearsalWorker.tick();
    assert.deepInclude(await world.ports.rehearsalRuns.find(ada.org_id, left), { state: 'running' });
    world.ports.clock.advance(11 * 60_000);
    await world.ports.rehearsalWorker.tick();
    assert.deepInclude(await world.ports.rehearsalRuns.find(ada.org_id, left), {
      ...{ state: 'failed', error: 'It was not published to its end', conversations_done: 1 },
    });
  });
});

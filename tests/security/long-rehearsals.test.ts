import { assert } from 'chai';
import type { RehearsedConversation } from '../../domain/rehearsal/rehearsed-conversation.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { TABLE_SUITE } from '../support/rehearsed-tables.ts';
import { boundedBy } from './watched-loop.ts';
import { openWorld, type World } from '../support/world.ts';

/** Conversations of each of two sides, and the latencies of each. */
const [LENGTH, LATENCIES] = [500, 1_000];

describe('the longest rehearsal runs that are published', function () {
  let world: World;
  let ada: AgentFixture;
  let suiteId: string;
  before(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
    const suite = { agent_id: ada.agentId, source: TABLE_SUITE };
    suiteId = (await ada.post<{ suite_id: string }>('/rehearsal-suites', suite)).suite_id;
    await storeOnce();
  });
  after(() => world.close());

  const begin = async (): Promise<string> => {
    const sides = [{ title: 'Version 1' }, { title: 'Draft' }];
    const run = { level: 'voice', runs: 1, seed: 7, conversations_total: 2 * LENGTH, sides };
    return (await ada.post<{ run_id: string }>(`/rehearsal-suites/${suiteId}/published-runs`, run)).run_id;
  };

  /** Has each run the same conversations, because storing them takes long. */
  async function storeOnce(): Promise<void> {
    const { rehearsedConversations: conversations } = world.ports;
    const latencies = Array.from({ length: LATENCIES }, (_, at) => (at * 7_919) % 1_009);
    const conversation = (side: 'a' | 'b', position: number): RehearsedConversation => ({
      ...{ org_id: ada.org_id, run_id: 'stored', conversation_id: `${side}${position}`, side, position },
      ...{ title: 'a table', persona: 'ada', run: 1, seed: 7, verdict: 'passed', problems: [], ended: null },
      ...{ stopped: null, length_ms: 9_000, turns: 2, latencies_ms: latencies, amount: 0, unpriced: [] },
      ...{ words_digest: 'w', has_recording: false, stored_bytes: 0 },
    });
    for (let position = 1; position <= LENGTH; position += 1)
      for (const side of ['a', 'b'] as const) await conversations.add(conversation(side, position));
    const [list, count] = [conversations.list.bind(conversations), conversations.count.bind(conversations)];
    conversations.list = (orgId, _runId, ...rest) => list(orgId, 'stored', ...rest);
    conversations.count = (orgId, _runId, wanted) => count(orgId, 'stored', wanted);
  }

  it('do not delay others at their end', () =>
    boundedBy(async () => {
      const { status, body } = await ada.ask('POST', `/rehearsal-runs/${await begin()}/finish`, { body: {} });
      assert.equal(status, 200);
      assert.deepInclude(body, { state: 'completed', conversations_done: 2 * LENGTH });
    }));

  it('do not delay others when they are canceled', () =>
    boundedBy(async () => {
      const { status, body } = await ada.ask('POST', `/rehearsal-runs/${await begin()}/cancel`, { body: {} });
      assert.equal(status, 200);
      assert.deepInclude(body, { state: 'canceled' });
    }));

  it('do not delay others while their conversations are listed', async () => {
    const runId = await begin();
    await boundedBy(async () => {
      const { status, body } = await ada.ask('GET', `/rehearsal-runs/${runId}/conversations?limit=500`);
      assert.equal(status, 200);
      assert.lengthOf((body as { conversations: readonly unknown[] }).conversations, 500);
    });
  });

  it('are not read again when they are canceled after their end', async () => {
    const runId = await begin();
    await ada.ask('POST', `/rehearsal-runs/${runId}/finish`, { body: {} });
    const { rehearsedConversations: conversations } = world.ports;
    const { list } = conversations;
    conversations.list = () => Promise.reject(new Error('They were read'));
    const { status, body } = await ada.ask('POST', `/rehearsal-runs/${runId}/cancel`, { body: {} });
    conversations.list = list;
    assert.equal(status, 200);
    assert.deepInclude(body, { state: 'completed' });
  });
});

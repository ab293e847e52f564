import { assert } from 'chai';
import type { CallAnalytics } from '../../domain/calls/analytics.ts';
import { webCall, type CallLog } from '../../domain/calls/call-log.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { invited } from '../support/staff.ts';
import { INTERNAL_KEY, openWorld, type World } from '../support/world.ts';

const DAY_MS = 24 * 3_600_000;

describe('the calls of an organisation over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  beforeEach(async () => {
    world = await openWorld();
    fixture = await openAgentFixture(world);
  });

  let stored = 0;
  /** Stores a call of this number of days ago. */
  const keep = async (daysAgo: number, changes: Partial<CallLog> = {}): Promise<string> => {
    const id = `call ${(stored += 1)}`;
    const now = new Date(world.ports.clock.now().getTime() - daysAgo * DAY_MS);
    const facts = {
      call_id: id,
      org_id: fixture.org_id,
      agent_id: fixture.agentId,
      agent_name: 'Desk',
      custom_variables: {},
    };
    await world.ports.calls.add({ ...webCall({ ...facts, now }), ...changes });
    return id;
  };
  const answered = (duration = 0) => ({ status: 'completed', call_response: 'answered', duration }) as const;
  const missed = { status: 'no_answer', call_response: 'no_answer' } as const;
  const list = async (query = '') => {
    const { body } = await fixture.ask('GET', `/calls/org/${fixture.org_id}${query}`);
    return body as { calls: CallLog[]; limit: number; offset: number; total: number };
  };
  const analytics = async () =>
    (await fixture.ask('GET', `/calls/org/${fixture.org_id}/analytics`)).body as CallAnalytics;

  describe('as a list', () => {
    it('come newest first, page by page, with their number', async () => {
      const ids: string[] = [];
      for (const daysAgo of [5, 4, 3, 2, 1]) ids.unshift(await keep(daysAgo));
      const { calls, ...page } = await list();
      assert.deepEqual(page, { limit: 50, offset: 0, total: 5 });
      assert.deepEqual(
        calls.map(({ call_id }) => call_id),
        ids,
      );
      const second = await list('?limit=2&offset=3');
      assert.deepInclude(second, { limit: 2, offset: 3, total: 5 });
      assert.deepEqual(
        second.calls.map(({ call_id }) => call_id),
        ids.slice(3),
      );
    });

    it('are narrowed down by type, number, campaign and how they stand, together with their total', async () => {
      const dialled = { call_type: 'outbound', from_number: '+14155550100', to_number: '+4930123' } as const;
      const [web, live] = [await keep(4, answered()), await keep(3, { ...dialled, status: 'ringing' })];
      const [lost, won] = [
        await keep(2, { ...dialled, ...missed, campaign_id: 'c' }),
        await keep(1, { ...dialled, ...answered() }),
      ];
      const found = async (query: string) => {
        const { calls, total } = await list(`?${query}`);
        assert.equal(total, calls.length, query);
        return calls.map(({ call_id }) => call_id);
      };
      assert.deepEqual(await found('call_type=web'), [web]);
      assert.deepEqual(await found('standing=live'), [live]);
      assert.deepEqual(await found('standing=answered&call_type=outbound'), [won]);
      assert.deepEqual(await found('campaign_id=c'), [lost]);
      assert.deepEqual(await found(`number=${encodeURIComponent('+49 (30) 1-2')}`), [won, lost, live]);
      assert.isEmpty(await found('standing=missed&success=no'), 'none of them was analysed');
      const text = (await fixture.ask('GET', `/calls/org/${fixture.org_id}/export?standing=missed`)).text;
      assert.deepEqual(
        text
          .trimEnd()
          .split('\r\n')
          .slice(1)
          .map((line) => line.startsWith(lost)),
        [true],
      );
      for (const query of ['standing=over', 'call_type=letter', 'number=', 'number=--'])
        assert.equal((await fixture.ask('GET', `/calls/org/${fixture.org_id}?${query}`)).status, 422, query);
    });

    it('show their artifacts as routes of the API', async () => {
      const id = await keep(0, { recording_url: 'file://artifacts/secret/place.wav' });
      assert.equal((await list()).calls[0]?.recording_url, `/api/v1/calls/${id}/recording`);
    });

    it('take no page that is none', async () => {
      for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=1.5', 'offset=-1', 'limit=', 'limit=1&limit=2']) {
        const { status, detail } = await fixture.ask('GET', `/calls/org/${fixture.org_id}?${query}`);
        assert.equal(status, 422, query);
        assert.isArray(detail, query);
      }
      for (const query of [
        'limit=1e999',
        'limit=-1e999',
        'limit=Infinity',
        'offset=1e999',
        'offset=9223372036854775808',
      ])
        assert.equal((await fixture.ask('GET', `/calls/org/${fixture.org_id}?${query}`)).status, 422, query);
      assert.equal((await list('?limit=500&offset=1000000')).total, 0);
    });
  });

  describe('in figures', () => {
    it('are zeros and nulls before the first', async () => {
      assert.deepEqual(await analytics(), {
        calls_attempted: 0,
        calls_connected: 0,
        calls_failed: 0,
        connection_rate: 0,
        total_duration_seconds: 0,
        average_duration_seconds: 0,
        trend_vs_last_week_pct: null,
        attempts_without_speech: 0,
        agent_performance: [],
        model_usage: { stt: null, tts: null, llm: null },
      });
    });

    it('count all of them, and compare the last seven days with the seven before', async () => {
      await keep(0, answered(10));
      await keep(6.9, { ...answered(5), agent_id: 'deleted', agent_name: 'Gone' });
      await keep(1);
      await keep(7.1, answered(3));
      await keep(8, missed);
      await keep(400, { ...missed, duration: 99 });
      assert.deepEqual(await analytics(), {
        calls_attempted: 6,
        calls_connected: 3,
        calls_failed: 2,
        connection_rate: 50,
        total_duration_seconds: 18,
        average_duration_seconds: 6,
        trend_vs_last_week_pct: 16.7,
        attempts_without_speech: 0,
        agent_performance: [
          { agent_id: fixture.agentId, agent_name: 'Desk', call_count: 5 },
          { agent_id: 'deleted', agent_name: 'Gone', call_count: 1 },
        ],
        model_usage: {
          stt: { model: 'pocketsphinx-en-us', provider: 'local', call_count: 5 },
          tts: { model: 'flite', provider: 'local', call_count: 5 },
          llm: { model: null, provider: 'test_llm', call_count: 5 },
        },
      });
    });

    it("name the provider's own model for agents that chose none", async () => {
      const { config } = (await world.ports.agents.find(fixture.org_id, fixture.agentId))!;
      const models = { ...config.models, stt_config: { provider: 'test_stt' } };
      await world.ports.agents.update(fixture.org_id, fixture.agentId, { config: { ...config, models } });
      await keep(0);
      assert.deepEqual((await analytics()).model_usage.stt, { model: 'wide', provider: 'test_stt', call_count: 1 });
    });
  });

  it('are shown to its members, whichever organisation is their active one, and to no bot', async () => {
    await keep(0);
    const eve = await world.signUp('eve');
    const ben = await invited(world, fixture, 'ben');
    const body = { org_id: fixture.org_id };
    const bot = (await world.ask('POST', '/api/v1/users/bot/token', { key: INTERNAL_KEY, body })).body;
    const botToken = (bot as { access_token: string }).access_token;
    for (const path of [`/calls/org/${fixture.org_id}`, `/calls/org/${fixture.org_id}/analytics`]) {
      const ask = (token: string) => world.ask('GET', `/api/v1${path}`, { token });
      for (const token of [fixture.token, ben.token]) assert.equal((await ask(token)).status, 200);
      assert.deepInclude(await ask(botToken), { status: 403, detail: 'A bot token may not do this' });
      const denied = { status: 403, detail: 'You are not a member of this organisation' };
      assert.deepInclude(await ask(eve.token), denied);
      await world.ports.memberships.remove(fixture.org_id, ben.email);
      assert.deepInclude(await ask(ben.token), denied);
      await world.ports.memberships.add({
        email: ben.email,
        org_id: fixture.org_id,
        role: 'member',
        created_at: world.ports.clock.now().toISOString(),
      });
      assert.equal((await world.ask('GET', `/api/v1${path}`)).status, 401);
    }
    const unknown = await fixture.ask('GET', '/calls/org/none');
    assert.equal(unknown.status, 403);
  });
});

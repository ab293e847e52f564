import { assert } from 'chai';
import { notABrowserAgent } from '../../domain/agents/agent.ts';
import { BOT_EMAIL } from '../../domain/accounts/principal.ts';
import { END_REASONS } from '../../domain/voice/conversation-events.ts';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

describe('calls over HTTP', () => {
  let world: World;
  let fixture: AgentFixture;
  before(async () => (world = await openWorld()));
  let desks = 0;
  beforeEach(async () => (fixture = await openAgentFixture(world, `ada${(desks += 1)}`)));

  describe('from a browser', () => {
    const register = (more: object = {}) =>
      fixture.ask('POST', '/calls/web', { body: { agent_id: fixture.agentId, ...more } });

    it('are registered', async () => {
      const { status, body } = await register({ custom_variables: { name: 'Ada', vip: true } });
      assert.equal(status, 201);
      const { call_id, ticket, ...rest } = body as { call_id: string; ticket: string };
      assert.isNotEmpty(call_id);
      assert.include(world.ports.tickets.redeem(ticket), { provider: 'browser', call_id });
      assert.deepEqual(rest, {
        status: 'initiated',
        call_type: 'web',
        agent_id: fixture.agentId,
        custom_variables: { name: 'Ada', vip: true },
        socket_url: `wss://voice.example.com/agent/${fixture.org_id}/${fixture.agentId}`,
      });
      assert.deepInclude((await register()).body as object, { custom_variables: {} });
    });

    it('need an agent that exists, takes browsers and is active', async () => {
      assert.deepInclude(await register({ agent_id: 'none' }), { status: 404, detail: 'Agent not found' });
      await world.ports.agents.update(fixture.org_id, fixture.agentId, { agent_category: 'telephony' });
      assert.deepInclude(await register(), { status: 422, detail: notABrowserAgent().message });
      const archived = { agent_category: 'websocket', status: 'archived' } as const;
      await world.ports.agents.update(fixture.org_id, fixture.agentId, archived);
      assert.deepInclude(await register(), {
        status: 422,
        detail: 'The agent is archived: set its status to active first',
      });
    });

    it('are refused over the limit, with a time to come back', async () => {
      await register();
      await register();
      const answer = await register();
      assert.deepInclude(answer, { status: 429, detail: 'Organisation concurrent call limit reached' });
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    });
  });

  describe('being updated', () => {
    it('show their artifacts as routes of the API', async () => {
      const id = await fixture.registerCall();
      const root = `${world.ports.objects.root}${fixture.org_id}/${id}/`;
      await fixture.ask('PATCH', `/calls/${id}`, { body: { status: 'in_progress' } });
      world.ports.clock.advance(2_500);
      const { status, body } = await fixture.ask('PATCH', `/calls/${id}`, {
        body: {
          status: 'completed',
          call_response: 'answered',
          end_time_utc: world.ports.clock.now().toISOString(),
          recording_url: `${root}recording.wav`,
          transcript_url: `${root}transcript.txt`,
        },
      });
      assert.equal(status, 200);
      assert.deepInclude(body as object, {
        status: 'completed',
        call_response: 'answered',
        duration: 2.5,
        recording_url: `/api/v1/calls/${id}/recording`,
        transcript_url: `/api/v1/calls/${id}/transcript`,
      });
      assert.deepEqual((await fixture.ask('GET', `/calls/${id}`)).body, body);
    });

    const runtimeToken = () => world.ports.tokens.issue({ email: BOT_EMAIL, org_id: fixture.org_id, role: 'admin' });

    it('say why their conversation ended, for every reason that a runtime has', async () => {
      const token = runtimeToken();
      for (const reason of END_REASONS) {
        const path = `/calls/${await fixture.registerCall()}`;
        await fixture.ask('PATCH', path, { token, body: { status: 'completed', end_reason: reason } });
        assert.deepInclude((await fixture.ask('GET', path)).body as object, { end_reason: reason });
      }
      const path = `/calls/${await fixture.registerCall()}`;
      assert.equal((await fixture.ask('PATCH', path, { token, body: { end_reason: 'boredom' } })).status, 422);
      assert.notProperty((await fixture.ask('GET', path)).body, 'end_reason');
    });

    it('take the pre-call request with variables that are bounded', async () => {
      const path = `/calls/${await fixture.registerCall()}`;
      const odd = { outcome: 'odd', reason: null, say: null, duration_ms: 5, variables: {} };
      assert.equal((await fixture.ask('PATCH', path, { token: runtimeToken(), body: { pre_call: odd } })).status, 422);
    });

    it('take two words of other tongues', async () => {
      const respond = async (word: string) => {
        const path = `/calls/${await fixture.registerCall()}`;
        const { body } = await fixture.ask('PATCH', path, { body: { call_response: word } });
        return (body as { call_response: string }).call_response;
      };
      assert.equal(await respond('no-answer'), 'no_answer');
      assert.equal(await respond('cancelled'), 'canceled');
    });

    it('answer 400 when nothing is to be updated, however little is sent', async () => {
      const id = await fixture.registerCall();
      const json = { 'content-type': 'application/json' };
      for (const sent of [{ body: {} }, { body: { duration: 5, org_id: 'other' } }, {}, { headers: json }]) {
        const answer = await fixture.ask('PATCH', `/calls/${id}`, sent);
        assert.deepInclude(answer, { status: 400, detail: 'No fields to update' });
      }
    });

    it('answers 422 to unknown values and foreign URLs', async () => {
      const id = await fixture.registerCall();
      for (const body of [
        { status: 'exploded' },
        { call_response: 'maybe' },
        { end_time_utc: 'yesterday' },
        { end_time_utc: '2026-02-03T23:59:60Z' },
        { recording_url: null },
        { recording_url: 'https://evil.example.com/recording.wav' },
        { transcript_url: `${world.ports.objects.root}${fixture.org_id}/other/transcript.txt` },
      ])
        assert.equal((await fixture.ask('PATCH', `/calls/${id}`, { body })).status, 422, JSON.stringify(body));
      const unknown = await fixture.ask('PATCH', '/calls/none', { body: { status: 'failed' } });
      assert.deepInclude(unknown, { status: 404, detail: 'Call not found' });
    });
  });

  describe('measured', () => {
    const entry = (processor: string, duration_secs: number) => ({ processor, duration_secs });
    const metrics = (turn_count = 2) => ({
      summary: { turn_count, interrupted_turn_count: 1, user_bot_latency_avg_secs: 0.65 },
      transport: { client_connected_secs: 0.2 },
      turns: [{ turn_number: 1, duration_secs: 4.5, was_interrupted: false }],
      latencies: {
        first_bot_speech_secs: 0.4,
        user_to_bot_secs: [0.6, 0.7],
        breakdowns: [
          { user_turn_start_time: null, ttfb: [entry('TTS', 0.25)] },
          { user_turn_start_time: 10, ttfb: [entry('STT', 0.2), entry('LLM', 0.4), entry('TTS', 0.1)] },
          { user_turn_start_time: 20, ttfb: [entry('LLM', 0.6), entry('TTS', 0.2)] },
        ],
      },
    });

    it('teach their agent waits, which it gets only when it is saved with them', async () => {
      const path = `/agents/${fixture.agentId}/proposed-waits`;
      const none = { pauses_within_turns: 0, cut_offs: 0, ends: 0, avg_wait_ms: 0 };
      const effect = { current: none, proposed: none };
      assert.deepInclude(await fixture.ask('GET', path), {
        ...{ status: 200, body: { calls: 0, held_out_calls: 0, waits: [], effect } },
      });
      const pause = { language: 'en', look: 'digits', endpointing_ms: 300 };
      const pauses = Array.from({ length: 30 }, (_, at) => ({ ...pause, pause_ms: at % 3 === 0 ? null : 1_400 }));
      const put = await fixture.ask('PUT', `/calls/${await fixture.registerCall()}/metrics`, {
        body: { ...metrics(), pauses },
      });
      assert.deepInclude(put.body as object, { pauses });
      const learned = { language: 'en', look: 'digits', wait_ms: 1_100 };
      assert.deepInclude((await fixture.ask('GET', path)).body as object, {
        ...{ calls: 1, held_out_calls: 0 },
        waits: [{ ...learned, current_ms: 900, ends: 10, pauses_within_turns: 20 }],
      });
      const agent = `/agents/${fixture.agentId}`;
      const { config } = (await fixture.ask('GET', agent)).body as { config: object };
      assert.notProperty(config, 'endpointing');
      const saved = await fixture.ask('PATCH', agent, {
        body: { config: { ...config, endpointing: { mode: 'timer', waits: [learned] } } },
      });
      assert.equal(saved.status, 200);
      assert.deepInclude((await fixture.ask('GET', path)).body as object, { waits: [] });
      assert.equal((await fixture.ask('GET', '/agents/none/proposed-waits')).status, 404);
    });

    it('are written once, and read with their averages', async () => {
      const id = await fixture.registerCall();
      const path = `/calls/${id}/metrics`;
      assert.deepInclude(await fixture.ask('GET', path), { status: 404, detail: 'Metrics not found' });
      const put = await fixture.ask('PUT', path, { body: metrics() });
      assert.equal(put.status, 200);
      const now = world.ports.clock.now().toISOString();
      assert.deepEqual(put.body, {
        ...{ call_id: id, org_id: fixture.org_id, agent_version: 1, recorded_at: now },
        ...metrics(),
      });
      const again = await fixture.ask('PUT', path, { body: metrics(99) });
      assert.equal(again.status, 200);
      assert.deepEqual(again.body, put.body);
      const { summary } = (await fixture.ask('GET', path)).body as { summary: Record<string, number> };
      assert.equal(summary['turn_count'], 2);
      for (const [name, value] of [
        ['avg_stt_secs', 0.2],
        ['avg_llm_secs', 0.5],
        ['avg_tts_secs', 0.15],
        ['avg_latency_secs', 0.65],
      ] as const)
        assert.closeTo(summary[name]!, value, 1e-12, name);
    });

    it('need a call and numbers that are numbers', async () => {
      const path = `/calls/${await fixture.registerCall()}/metrics`;
      const unknown = await fixture.ask('PUT', '/calls/none/metrics', { body: metrics() });
      assert.deepInclude(unknown, { status: 404, detail: 'Call not found' });
      for (const body of [
        {},
        { ...metrics(), turns: {} },
        { ...metrics(), summary: { ...metrics().summary, turn_count: '2' } },
        { ...metrics(), summary: { ...metrics().summary, turn_count: 1.5 } },
        { ...metrics(), latencies: { ...metrics().latencies, user_to_bot_secs: [null] } },
      ])
        assert.equal((await fixture.ask('PUT', path, { body })).status, 422);
      assert.equal((await fixture.ask('GET', path)).status, 404);
    });
  });
});

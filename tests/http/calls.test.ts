import { assert } from 'chai';
import { testConfig } from '../support/providers.ts';
import { openWorld, type Signer, type World } from '../support/world.ts';

describe('calls over HTTP', () => {
  let world: World;
  let ada: Signer;
  let agent_id: string;
  before(async () => (world = await openWorld()));
  after(() => world.close());

  let signers = 0;
  beforeEach(async () => {
    ada = await world.signUp(`ada${(signers += 1)}`);
    const body = { name: 'Desk', agent_category: 'websocket', config: testConfig() };
    const answer = await world.ask('POST', '/api/v1/agents', { token: ada.token, body });
    agent_id = (answer.body as { agent_id: string }).agent_id;
  });

  const register = (more: object = {}) =>
    world.ask('POST', '/api/v1/calls/web', { token: ada.token, body: { agent_id, ...more } });
  const registered = async () => ((await register()).body as { call_id: string }).call_id;
  const ask = (method: string, path: string, sent: object = {}) =>
    world.ask(method, `/api/v1/calls/${path}`, { token: ada.token, ...sent });

  describe('from a browser', () => {
    it('are registered', async () => {
      const { status, body } = await register({ custom_variables: { name: 'Ada', vip: true } });
      assert.equal(status, 201);
      const { call_id, ...rest } = body as { call_id: string };
      assert.isNotEmpty(call_id);
      assert.deepEqual(rest, {
        status: 'initiated',
        call_type: 'web',
        agent_id,
        custom_variables: { name: 'Ada', vip: true },
      });
      assert.deepInclude((await register()).body as object, { custom_variables: {} });
    });

    it('need an agent that exists, takes browsers and is active', async () => {
      assert.deepInclude(await register({ agent_id: 'none' }), { status: 404, detail: 'Agent not found' });
      await world.ports.agents.update(ada.org_id, agent_id, { agent_category: 'telephony' });
      assert.deepInclude(await register(), { status: 422, detail: 'The agent must be of category websocket' });
      await world.ports.agents.update(ada.org_id, agent_id, { agent_category: 'websocket', status: 'archived' });
      assert.deepInclude(await register(), { status: 422, detail: 'The agent must be active' });
    });

    it('are refused over the ceiling, with a time to come back', async () => {
      await register();
      await register();
      const answer = await register();
      assert.deepInclude(answer, { status: 429, detail: 'Organisation concurrent call limit reached' });
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/);
    });
  });

  describe('being updated', () => {
    it('show their artifacts as routes of the API', async () => {
      const call_id = await registered();
      const root = `${world.ports.objects.root}${ada.org_id}/${call_id}/`;
      await ask('PATCH', call_id, { body: { status: 'in_progress' } });
      world.ports.clock.advance(2_500);
      const { status, body } = await ask('PATCH', call_id, {
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
        recording_url: `/api/v1/calls/${call_id}/recording`,
        transcript_url: `/api/v1/calls/${call_id}/transcript`,
      });
      assert.deepEqual((await ask('GET', call_id)).body, body);
    });

    it('take two words of other tongues', async () => {
      const call_id = await registered();
      const respond = async (word: string) =>
        ((await ask('PATCH', call_id, { body: { call_response: word } })).body as { call_response: string })
          .call_response;
      assert.equal(await respond('no-answer'), 'no_answer');
      assert.equal(await respond('cancelled'), 'canceled');
    });

    it('answer 400 when nothing is to be updated, however little is sent', async () => {
      const call_id = await registered();
      const json = { 'content-type': 'application/json' };
      for (const sent of [{ body: {} }, { body: { duration: 5, org_id: 'other' } }, {}, { headers: json }])
        assert.deepInclude(await ask('PATCH', call_id, sent), { status: 400, detail: 'No fields to update' });
    });

    it('answer 422 to values nobody knows and to URLs that lead elsewhere', async () => {
      const call_id = await registered();
      for (const body of [
        { status: 'exploded' },
        { call_response: 'maybe' },
        { end_time_utc: 'yesterday' },
        { end_time_utc: '2026-02-03T23:59:60Z' },
        { recording_url: null },
        { recording_url: 'https://evil.example.com/recording.wav' },
        { transcript_url: `${world.ports.objects.root}${ada.org_id}/other/transcript.txt` },
      ])
        assert.equal((await ask('PATCH', call_id, { body })).status, 422, JSON.stringify(body));
      assert.deepInclude(await ask('PATCH', 'none', { body: { status: 'failed' } }), {
        status: 404,
        detail: 'Call not found',
      });
    });
  });

  describe('recorded', () => {
    const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));

    async function recorded(name = 'recording.wav'): Promise<string> {
      const call_id = await registered();
      const key = `${ada.org_id}/${call_id}/${name}`;
      await world.ports.objects.put(key, chunked(BYTES), { size: BYTES.length, contentType: 'audio/wav' });
      const field = name === 'recording.wav' ? 'recording_url' : 'transcript_url';
      await ask('PATCH', call_id, { body: { [field]: world.ports.objects.root + key } });
      return call_id;
    }

    const fetched = (call_id: string, what: string, headers: Record<string, string> = {}, method = 'GET') =>
      fetch(`${world.url}/api/v1/calls/${call_id}/${what}`, {
        method,
        headers: { authorization: `Bearer ${ada.token}`, ...headers },
      });
    const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

    it('are streamed whole', async () => {
      const response = await fetched(await recorded(), 'recording');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-type'), 'audio/wav');
      assert.equal(response.headers.get('content-length'), '1000');
      assert.equal(response.headers.get('accept-ranges'), 'bytes');
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
      assert.isTrue((await bytesOf(response)).equals(BYTES));
    });

    it('are streamed in parts', async () => {
      const call_id = await recorded();
      for (const [range, first, last] of [
        ['bytes=0-9', 0, 9],
        ['bytes=990-', 990, 999],
        ['bytes=-10', 990, 999],
        ['bytes=500-5000', 500, 999],
        ['bytes=-5000', 0, 999],
      ] as const) {
        const response = await fetched(call_id, 'recording', { range });
        assert.equal(response.status, 206, range);
        assert.equal(response.headers.get('content-range'), `bytes ${first}-${last}/1000`);
        assert.isTrue((await bytesOf(response)).equals(BYTES.subarray(first, last + 1)), range);
      }
    });

    it('answer 416 to a part that is not there, and all of it to a range they do not understand', async () => {
      const call_id = await recorded();
      for (const range of ['bytes=1000-', 'bytes=-0']) {
        const response = await fetched(call_id, 'recording', { range });
        assert.equal(response.status, 416, range);
        assert.equal(response.headers.get('content-range'), 'bytes */1000');
      }
      for (const range of ['bytes=', 'bytes=a-b', 'lines=1-2', 'bytes=5-2', 'bytes=0-1,4-5'])
        assert.equal((await fetched(call_id, 'recording', { range })).status, 200, range);
    });

    it('answer HEAD with the headers alone', async () => {
      const response = await fetched(await recorded(), 'recording', {}, 'HEAD');
      assert.equal(response.status, 200);
      assert.equal(response.headers.get('content-length'), '1000');
      assert.equal((await response.arrayBuffer()).byteLength, 0);
    });

    it('have a transcript as plain text', async () => {
      const response = await fetched(await recorded('transcript.txt'), 'transcript');
      assert.equal(response.headers.get('content-type'), 'text/plain; charset=utf-8');
      assert.isTrue((await bytesOf(response)).equals(BYTES));
    });

    it('answer 404 before anything is stored and after it is gone', async () => {
      assert.deepInclude(await ask('GET', `${await registered()}/recording`), {
        status: 404,
        detail: 'Recording not found',
      });
      assert.deepInclude(await ask('GET', 'none/transcript'), { status: 404, detail: 'Call not found' });
      const call_id = await recorded();
      assert.deepInclude(await ask('GET', `${call_id}/transcript`), { status: 404, detail: 'Transcript not found' });
      await world.ports.objects.remove(`${ada.org_id}/${call_id}/recording.wav`);
      assert.deepInclude(await ask('GET', `${call_id}/recording`), { status: 404, detail: 'Recording not found' });
    });

    it('answer 400 when what was stored is no key of this call', async () => {
      const call_id = await registered();
      for (const recording_url of [
        'https://elsewhere.example.com/x.wav',
        `${world.ports.objects.root}o9/c9/recording.wav`,
      ]) {
        await world.ports.calls.update(ada.org_id, call_id, 'initiated', { recording_url });
        const answer = await ask('GET', `${call_id}/recording`);
        assert.deepInclude(answer, { status: 400, detail: 'The stored URL is not a usable object key' });
      }
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

    it('are written once, and read with their averages', async () => {
      const call_id = await registered();
      assert.deepInclude(await ask('GET', `${call_id}/metrics`), { status: 404, detail: 'Metrics not found' });
      const put = await ask('PUT', `${call_id}/metrics`, { body: metrics() });
      assert.equal(put.status, 200);
      const recorded_at = world.ports.clock.now().toISOString();
      assert.deepEqual(put.body, { call_id, org_id: ada.org_id, recorded_at, ...metrics() });
      const again = await ask('PUT', `${call_id}/metrics`, { body: metrics(99) });
      assert.equal(again.status, 200);
      assert.deepEqual(again.body, put.body);
      const { summary } = (await ask('GET', `${call_id}/metrics`)).body as { summary: Record<string, number> };
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
      const call_id = await registered();
      assert.deepInclude(await ask('PUT', 'none/metrics', { body: metrics() }), {
        status: 404,
        detail: 'Call not found',
      });
      for (const body of [
        {},
        { ...metrics(), turns: {} },
        { ...metrics(), summary: { ...metrics().summary, turn_count: '2' } },
        { ...metrics(), summary: { ...metrics().summary, turn_count: 1.5 } },
        { ...metrics(), latencies: { ...metrics().latencies, user_to_bot_secs: [null] } },
      ])
        assert.equal((await ask('PUT', `${call_id}/metrics`, { body })).status, 422);
      assert.equal((await ask('GET', `${call_id}/metrics`)).status, 404);
    });
  });
});

async function* chunked(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 300) yield bytes.subarray(at, at + 300);
}

import { assert } from 'chai';
import { openAgentFixture, type AgentFixture } from '../support/agent-fixture.ts';
import { openWorld, type World } from '../support/world.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
const CHARACTERS = {
  kind: 'tts',
  provider: 'elevenlabs',
  model: 'eleven_flash_v2_5',
  metric: 'characters',
  quantity: 1_234,
};
const TOKENS = { kind: 'llm', provider: 'acme', model: 'huge', metric: 'output_tokens', quantity: 40, estimated: true };
const LOCAL = { kind: 'stt', provider: 'local', model: 'pocketsphinx-en-us', metric: 'audio_ms', quantity: 60_000 };

describe('the cost of a call', () => {
  let world: World;
  let ada: AgentFixture;

  beforeEach(async () => {
    world = await openWorld();
    ada = await openAgentFixture(world, 'ada');
  });

  const put = (callId: string, vendor_usage?: unknown[]) =>
    ada.ask('PUT', `/calls/${callId}/metrics`, { body: { ...METRICS, ...(vendor_usage && { vendor_usage }) } });

  it('is the usage beside its metrics at the listed prices, and names what has none', async () => {
    const id = await ada.registerCall();
    const stored = await put(id, [CHARACTERS, TOKENS, LOCAL]);
    assert.equal(stored.status, 200);
    assert.notProperty(stored.body, 'vendor_usage');
    const { status, body } = await ada.ask('GET', `/calls/${id}/cost`);
    assert.equal(status, 200);
    const now = world.ports.clock.now().toISOString();
    const { lines, ...sum } = body as { lines: { unit_price: { price: string } | null; amount: string | null }[] };
    assert.deepEqual(sum, { call_id: id, currency: 'USD', amount: '0.0617', unpriced_lines: 1, recorded_at: now });
    assert.deepEqual(
      lines.map(({ unit_price, amount }) => [unit_price?.price, amount]),
      [
        ['50', '0.0617'],
        [undefined, null],
        ['0', '0.00'],
      ],
    );
    assert.deepInclude(lines[1] as object, { part: 'conversation', ...TOKENS });
    assert.notProperty((await ada.ask('GET', `/calls/${id}/metrics`)).body, 'vendor_usage');
  });

  it('is recorded once, also when the metrics came before', async () => {
    const id = await ada.registerCall();
    await put(id);
    const early = await ada.ask('GET', `/calls/${id}/cost`);
    assert.equal(early.status, 404);
    assert.include(early.detail, 'not recorded');
    await put(id, [CHARACTERS]);
    const first = await ada.ask('GET', `/calls/${id}/cost`);
    await put(id, [CHARACTERS, LOCAL]);
    assert.deepEqual((await ada.ask('GET', `/calls/${id}/cost`)).body, first.body);
  });

  it('is missing for an unknown call and for another organisation', async () => {
    const id = await ada.registerCall();
    await put(id, [CHARACTERS]);
    const bob = await openAgentFixture(world, 'bob');
    assert.deepInclude(await bob.ask('GET', `/calls/${id}/cost`), { status: 404, detail: 'Call not found' });
    assert.deepInclude(await ada.ask('GET', '/calls/none/cost'), { status: 404, detail: 'Call not found' });
  });

  it('refuses usage that is not whole, not known or not complete', async () => {
    const id = await ada.registerCall();
    for (const wrong of [
      { ...CHARACTERS, quantity: 1.5 },
      { ...CHARACTERS, quantity: -1 },
      { ...CHARACTERS, metric: 'letters' },
      { ...CHARACTERS, price: 1 },
      { ...CHARACTERS, provider: undefined },
      { ...CHARACTERS, estimated: false },
    ])
      assert.equal((await put(id, [wrong])).status, 422, JSON.stringify(wrong));
  });
});

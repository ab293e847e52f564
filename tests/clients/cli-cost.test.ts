import { assert } from 'chai';
import { costInWords } from '../../clients/cli/cost-words.ts';
import { openAgentFixture } from '../support/agent-fixture.ts';
import { commandLine } from '../support/command-line.ts';
import { openCampaignWorld } from '../support/campaign-client.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
const LOCAL = { kind: 'tts', provider: 'local', model: 'flite', metric: 'characters', quantity: 120 };
const SPEECH = { ...LOCAL, provider: 'elevenlabs', model: 'eleven_flash_v2_5', quantity: 1_000 };
const TOKENS = { kind: 'llm', provider: 'acme', model: 'huge', metric: 'output_tokens', quantity: 40, estimated: true };

const cells = (text: string): string[][] => text.split('\n').map((line) => line.split(/ {2,}/u));

describe('the cost of a call in the command line', () => {
  it('has a line for each model and metric, the sum, and what has no price', async () => {
    const world = await openCampaignWorld();
    const fixture = await openAgentFixture(world);
    const id = await fixture.registerCall();
    const folder = await temporaryDirectory();
    const cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token });
    assert.include((await cli(['calls', 'cost', id])).err, 'not recorded');
    const body = { ...METRICS, vendor_usage: [LOCAL, TOKENS] };
    await fixture.ask('PUT', `/calls/${id}/metrics`, { body });
    const { code, out } = await cli(['calls', 'cost', id]);
    assert.equal(code, 0);
    assert.deepInclude(cells(out), [
      'conversation',
      'tts',
      'local',
      'flite',
      'characters',
      '120',
      '0 per million characters',
      '0.00',
    ]);
    assert.deepInclude(cells(out), [
      'conversation',
      'llm',
      'acme',
      'huge',
      'output_tokens',
      '40 (estimated)',
      '-',
      'not priced',
    ]);
    assert.include(out, '0.00 USD, without 1 that has no price');
  });

  it('is only the sum when everything has a price', () => {
    const sum = { call_id: 'c1', currency: 'EUR', amount: '1.50', unpriced_lines: 0, recorded_at: '', lines: [] };
    assert.isTrue(costInWords(sum).endsWith('\n1.50 EUR'));
  });

  it('has sums by what is asked for, and a budget that keeps what is not given', async () => {
    const world = await openCampaignWorld();
    const fixture = await openAgentFixture(world);
    const id = await fixture.registerCall();
    await fixture.ask('PUT', `/calls/${id}/metrics`, { body: { ...METRICS, vendor_usage: [SPEECH, TOKENS] } });
    await world.ports.costRollup.tick();
    const folder = await temporaryDirectory();
    const cli = commandLine({ XDG_CONFIG_HOME: folder, VOICE_API_URL: world.url, VOICE_API_TOKEN: fixture.token });
    assert.deepInclude(cells((await cli(['costs', '--by', 'agent'])).out), ['Desk', '1', '0.05 USD', '0 %', '1']);
    const { out } = await cli(['costs', '--by', 'vendor']);
    const voice = ['tts', 'elevenlabs', 'eleven_flash_v2_5', 'characters', '1000', '1', '0.05 USD', '0 %', '0'];
    assert.deepInclude(cells(out), voice);
    assert.include(out, '0.05 USD for 1 call, 0 % of it estimated; incomplete: 1 with usage that has no price');
    assert.equal((await cli(['costs', '--by', 'day'])).code, 2);
    assert.include((await cli(['costs', '--from', '2026-13'])).err, 'from');
    assert.include((await cli(['budget', 'show'])).out, 'none');
    const set = await cli(['budget', 'set', '0.05', '--warn-at', '50,80', '--hard-stop']);
    assert.deepInclude(cells(set.out), ['warns at', '50 %, 80 %, 100 %']);
    assert.deepInclude(cells(set.out), ['hard stop', 'in force: no new call starts']);
    const raised = await cli(['budget', 'set', '10', '--no-hard-stop']);
    assert.deepInclude(cells(raised.out), ['warns at', '50 %, 80 %, 100 %']);
    assert.deepInclude(cells(raised.out), ['hard stop', 'off']);
    assert.deepInclude(cells((await cli(['budget', 'set', 'none'])).out), ['budget', 'none']);
    assert.equal((await cli(['budget', 'set', '1.234'])).code, 1);
  });
});

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
const TOKENS = { kind: 'llm', provider: 'acme', model: 'huge', metric: 'output_tokens', quantity: 40, estimated: true };

const cells = (text: string): string[][] => text.split('\n').map((line) => line.split(/ {2,}/u));

describe('the cost of a call in the command line', () => {
  it('has a line for each model and metric, the sum, and what has no price', async () => {
    const world = await openCampaignWorld();
    try {
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
        'tts',
        'local',
        'flite',
        'characters',
        '120',
        '0 per million characters',
        '0.00',
      ]);
      assert.deepInclude(cells(out), ['llm', 'acme', 'huge', 'output_tokens', '40 (estimated)', '-', 'not priced']);
      assert.include(out, '0.00 USD, without 1 that has no price');
    } finally {
      await world.close();
    }
  });

  it('is only the sum when everything has a price', () => {
    const sum = { call_id: 'c1', currency: 'EUR', amount: '1.50', unpriced_lines: 0, recorded_at: '', lines: [] };
    assert.isTrue(costInWords(sum).endsWith('\n1.50 EUR'));
  });
});

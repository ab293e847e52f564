import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { assert } from 'chai';
import { ApiClient } from '../../tools/demo/api-client.ts';
import { RECEPTIONIST } from '../../tools/demo/scene.ts';
import { openPlatform } from '../support/platform.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const METRICS = {
  summary: { turn_count: 0, interrupted_turn_count: 0, user_bot_latency_avg_secs: 0 },
  transport: { client_connected_secs: 0 },
  turns: [],
  latencies: { first_bot_speech_secs: 0, user_to_bot_secs: [], breakdowns: [] },
};
const USAGE = [
  { kind: 'tts', provider: 'elevenlabs', model: 'eleven_flash_v2_5', metric: 'characters', quantity: 10_000 },
  { kind: 'llm', provider: 'acme', model: 'small-2', metric: 'output_tokens', quantity: 500_000 },
];

/** The operator's price table, with the list price of one day. */
const table = (price: string, date: string): string => `currency: USD
prices:
  - { kind: tts, provider: elevenlabs, model: eleven_flash_v2_5, million_characters: ${price}, source: our contract, date: ${date} }
  - { kind: llm, provider: acme, model: small-*, million_output_tokens: 4, source: 'https://acme.example/prices', date: ${date} }
`;

interface Cost {
  readonly amount: string;
  readonly lines: readonly { readonly amount: string; readonly unit_price: object }[];
}

describe('the price table of an operator', () => {
  it('is edited as YAML with list prices and dates, and the costs of new calls follow it while those of earlier calls stay', async () => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'prices.yaml');
    const account = { email: 'ada@example.com', password: 'a password of the tests', organisation_name: 'Tests' };
    /** The platform with its data and this table: what a call with the usage costs, and an earlier call. */
    const costs = async (prices: string, ownPath: '/users/signup' | '/users/login', earlier?: string) => {
      await writeFile(file, prices);
      const platform = await openPlatform({ services: ['api'], dataDir: directory, env: { PRICES_FILE: file } });
      try {
        const api = new ApiClient(platform.apiBaseUrl, 50_000);
        api.authorise((await api.ask<{ access_token: string }>('POST', ownPath, account)).access_token);
        const agent = { ...RECEPTIONIST, agent_category: 'websocket', name: `Desk ${ownPath}` };
        const { agent_id } = await api.ask<{ agent_id: string }>('POST', '/agents', agent);
        const { call_id: id } = await api.ask<{ call_id: string }>('POST', '/calls/web', { agent_id });
        await api.ask('PUT', `/calls/${id}/metrics`, { ...METRICS, vendor_usage: USAGE });
        const costOf = (callId: string) => api.ask<Cost>('GET', `/calls/${callId}/cost`);
        return { id, cost: await costOf(id), earlier: earlier === undefined ? null : await costOf(earlier) };
      } finally {
        await platform.close();
      }
    };
    const before = await costs(table('40', '2026-11-01'), '/users/signup');
    const after = await costs(table('25.5', '2026-12-01'), '/users/login', before.id);
    const shown = ({ amount, lines }: Cost) => [amount, ...lines.map((line) => [line.amount, line.unit_price])];
    const units = (date: string, price: string): readonly [object, object] => [
      { price, unit: 'million_characters', source: 'our contract', date },
      { price: '4', unit: 'million_output_tokens', source: 'https://acme.example/prices', date },
    ];
    const [oldSpeech, oldModel] = units('2026-11-01', '40');
    assert.deepEqual(shown(before.cost), ['2.40', ['0.40', oldSpeech], ['2.00', oldModel]]);
    const [speech, model] = units('2026-12-01', '25.5');
    assert.deepEqual(shown(after.cost), ['2.255', ['0.255', speech], ['2.00', model]]);
    assert.deepEqual(after.earlier, before.cost);
  });
});

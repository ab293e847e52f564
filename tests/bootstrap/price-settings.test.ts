import { assert } from 'chai';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError, readConfig } from '../../bootstrap/config.ts';
import { rate } from '../../domain/costs/price-table.ts';
import type { UsageItem } from '../../domain/costs/usage.ts';
import { temporaryDirectory } from '../support/temporary.ts';

const pricesOf = (file?: string) => readConfig({ PRICES_FILE: file }, ['api']).prices;
const line = (kind: UsageItem['kind'], provider: string, model: string | null, metric: UsageItem['metric']) =>
  ({ kind, provider, model, metric, quantity: 1_000_000 }) as const;

async function fileOf(text: string): Promise<string> {
  const file = join(await temporaryDirectory(), 'prices.yaml');
  await writeFile(file, text);
  return file;
}

describe('settings of prices', () => {
  it('ship list prices, each with a source and a date', () => {
    const { currency, entries } = pricesOf();
    assert.equal(currency, 'USD');
    for (const { source, date, provider } of entries) {
      assert.match(date, /^\d{4}-\d\d-\d\d$/, provider);
      assert.isTrue(source === 'this project' || URL.canParse(source), provider);
    }
  });

  it('list what costs nothing: the local vendors, the scripted model and the simulated carrier', () => {
    for (const free of [
      line('stt', 'local', 'pocketsphinx-en-us', 'audio_ms'),
      line('tts', 'local', 'flite', 'characters'),
      line('llm', 'script', 'script', 'output_tokens'),
      line('telephony', 'simulator', null, 'inbound_seconds'),
    ])
      assert.equal(rate(pricesOf(), free)?.amount, 0, free.provider);
    assert.isNull(rate(pricesOf(), line('llm', 'ollama', 'any', 'output_tokens')));
  });

  it('take the operator’s file, whose numbers stay exact', async () => {
    const file = await fileOf(
      'currency: USD\nprices:\n' +
        '  - { kind: llm, provider: acme, model: small, million_output_tokens: 0.123456789012, source: contract, date: 2026-11-01 }\n',
    );
    const rated = rate(pricesOf(file), line('llm', 'acme', 'small', 'output_tokens'));
    assert.equal(rated?.price.price, '0.123456789012');
    assert.equal(rated?.amount, 123_457);
    assert.equal(rate(pricesOf(file), line('tts', 'local', 'flite', 'characters'))?.amount, 0);
  });

  it('stop the start when the file is missing or wrong, and say everything that is wrong', async () => {
    assert.throws(() => pricesOf('/nowhere/prices.yaml'), ConfigError, 'PRICES_FILE: write the path of a readable');
    const wrong = await fileOf('currency: dollars\nprices: [{ kind: llm }]');
    assert.throws(() => pricesOf(wrong), ConfigError, 'prices[0].provider is required');
    assert.throws(() => pricesOf(wrong), ConfigError, 'currency must be');
    const broken = await fileOf('currency: [');
    assert.throws(() => pricesOf(broken), ConfigError, 'valid YAML');
  });

  it('are read by the API only', () => {
    assert.deepEqual(readConfig({ PRICES_FILE: '/nowhere/prices.yaml' }, ['runtime']).prices.entries, []);
  });
});

import { assert } from 'chai';
import { costEstimateView, estimateCost } from '../../../domain/costs/call-estimate.ts';
import { observedUsage } from '../../../domain/costs/observed-usage.ts';
import type { PriceTable } from '../../../domain/costs/price-table.ts';
import type { UsageItem } from '../../../domain/costs/usage.ts';

const entry = { model: '*', increment_seconds: 1, source: 'list', date: '2026-11-23' };
const TABLE: PriceTable = {
  currency: 'EUR',
  entries: [
    { ...entry, kind: 'telephony', provider: 'acme', rates: { outbound_minute: '0.6' }, increment_seconds: 60 },
    { ...entry, kind: 'stt', provider: 'acme-stt', rates: { audio_minute: '0.1' } },
    { ...entry, kind: 'tts', provider: 'lips', rates: { million_characters: '10' } },
  ],
};
const USAGE = {
  carrier: 'acme',
  models: {
    stt: { provider: 'acme-stt', model: 'm' },
    tts: { provider: 'lips', model: 'm' },
    llm: { provider: 'wits', model: 'm' },
  },
  answeredSeconds: new Map([
    [61, 2],
    [28, 10],
  ]),
  perMinute: { characters: 1_000, inputTokens: 100, outputTokens: 10 },
};

describe('the expected cost of calls', () => {
  const view = costEstimateView(estimateCost(TABLE, USAGE));
  const lineOf = (metric: string) => view.lines.find((line) => line.metric === metric)!;

  it('charges each call in the steps of the carrier', () => {
    // Two calls of two minutes and ten of one.
    assert.deepInclude(lineOf('outbound_seconds'), { quantity: 402, amount: '8.40', provider: 'acme', model: null });
  });

  it('charges speech and models by the minutes on the line', () => {
    assert.deepInclude(lineOf('audio_ms'), { quantity: 402_000, amount: '0.67' });
    assert.deepInclude(lineOf('characters'), { quantity: 6_700, amount: '0.067' });
  });

  it('names what has no price, and leaves it out of the sum', () => {
    assert.deepInclude(lineOf('input_tokens'), { quantity: 670, amount: null, unit_price: null });
    assert.deepInclude(view, { currency: 'EUR', amount: '9.137', unpriced_lines: 2 });
  });

  it('is nothing without a carrier and models', () => {
    const none = estimateCost(TABLE, { ...USAGE, carrier: null, models: null });
    assert.deepInclude(costEstimateView(none), { amount: '0.00', lines: [] });
  });

  it('has no amount for a carrier without a price', () => {
    const [line] = estimateCost(TABLE, { ...USAGE, carrier: 'other', models: null }).lines;
    assert.deepInclude(line, { amount: null, unit_price: null });
  });
});

describe('the observed usage of calls', () => {
  const item = (metric: UsageItem['metric'], quantity: number): UsageItem => ({
    kind: 'llm',
    provider: 'p',
    model: null,
    metric,
    quantity,
  });
  const call = [item('outbound_seconds', 120), item('characters', 800), item('input_tokens', 300)];
  const cached = [...call, item('cached_input_tokens', 100), item('output_tokens', 50)];

  it('is counted per minute on the line, cached tokens as input', () => {
    const usage = observedUsage(Array.from({ length: 20 }, () => cached));
    assert.deepEqual(usage, { characters: 400, inputTokens: 200, outputTokens: 25 });
  });

  it('is not known from fewer than twenty calls with a length', () => {
    assert.isNull(observedUsage(Array.from({ length: 19 }, () => cached)));
    assert.isNull(observedUsage(Array.from({ length: 30 }, () => [item('characters', 5)])));
  });
});

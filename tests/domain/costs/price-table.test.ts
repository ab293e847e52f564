import { assert } from 'chai';
import { rate, readPriceTable, withOwnPrices, type PriceTable } from '../../../domain/costs/price-table.ts';
import type { UsageItem } from '../../../domain/costs/usage.ts';

const ABOUT = { source: 'https://acme.example/pricing', date: '2026-11-23' };
const VOICE = { kind: 'tts', provider: 'acme', model: 'loud', million_characters: '15', ...ABOUT };

function tableOf(prices: readonly object[], currency = 'USD'): PriceTable {
  const table = readPriceTable({ currency, prices });
  if (Array.isArray(table)) throw new Error(table.join('\n'));
  return table;
}

const speechOf = (model: string | null, quantity = 1_000): UsageItem => ({
  ...{ kind: 'tts', provider: 'acme', model, metric: 'characters', quantity },
});
const amount = (table: PriceTable, line: UsageItem): number | null => rate(table, line)?.amount ?? null;

describe('a price table', () => {
  it('prices a model by its name, a beginning of it, or any', () => {
    const table = tableOf([VOICE, { ...VOICE, model: 'quiet-*', million_characters: '10' }]);
    assert.equal(amount(table, speechOf('loud')), 15_000);
    assert.equal(amount(table, speechOf('quiet-2')), 10_000);
    assert.isNull(amount(table, speechOf('louder')));
    assert.isNull(amount(table, speechOf(null)));
    assert.equal(amount(tableOf([{ ...VOICE, model: '*' }]), speechOf(null)), 15_000);
  });

  it('answers null for another provider, kind or metric, and never 0', () => {
    const table = tableOf([VOICE]);
    assert.isNull(rate(table, { ...speechOf('loud'), provider: 'other' }));
    assert.isNull(rate(table, { ...speechOf('loud'), kind: 'llm' }));
    assert.isNull(rate(table, { ...speechOf('loud'), metric: 'output_tokens' }));
  });

  it('names the price, its unit, its source and its date', () => {
    const price = { price: '15', unit: 'million_characters', ...ABOUT };
    assert.deepEqual(rate(tableOf([VOICE]), speechOf('loud', 10)), { price, amount: 150 } as never);
  });

  it('charges a call in the steps of its carrier', () => {
    const carrier = { kind: 'telephony', provider: 'acme', inbound_minute: '0.006', ...ABOUT };
    const line = (quantity: number): UsageItem => ({
      ...{ kind: 'telephony', provider: 'acme', model: null, metric: 'inbound_seconds', quantity },
    });
    const [exact, steps] = [tableOf([carrier]), tableOf([{ ...carrier, increment_seconds: '60' }])];
    assert.deepEqual(
      [1, 60, 61].map((seconds) => amount(exact, line(seconds))),
      [100, 6_000, 6_100],
    );
    assert.deepEqual(
      [1, 60, 61].map((seconds) => amount(steps, line(seconds))),
      [6_000, 6_000, 12_000],
    );
  });

  it('puts the operator’s prices before the shipped ones', () => {
    const own = tableOf([{ ...VOICE, million_characters: '12' }]);
    const both = withOwnPrices(tableOf([VOICE, { ...VOICE, model: 'soft' }]), own);
    assert.equal(amount(both, speechOf('loud')), 12_000);
    assert.equal(amount(both, speechOf('soft')), 15_000);
  });

  it('keeps of the shipped prices only what is free when the operator’s are in another currency', () => {
    const shipped = tableOf([VOICE, { ...VOICE, provider: 'local', model: '*', million_characters: '0' }]);
    const both = withOwnPrices(shipped, tableOf([], 'EUR'));
    assert.equal(both.currency, 'EUR');
    assert.isNull(amount(both, speechOf('loud')));
    assert.equal(amount(both, { ...speechOf('flite'), provider: 'local' }), 0);
  });

  it('lists every problem with its place', () => {
    assert.deepEqual(readPriceTable('text'), ['must be an object with currency and prices']);
    const problems = readPriceTable({
      currency: 'dollar',
      price: [],
      prices: [
        { ...VOICE, million_characters: '1,5' },
        { ...VOICE, audio_minute: '1' },
        { kind: 'voice', provider: 'acme' },
        { ...VOICE, date: '2026-02-30', increment_seconds: '60' },
      ],
    }) as string[];
    const text = problems.join('\n');
    for (const part of [
      'price is not a field',
      'currency must be three capital letters',
      'prices[0].million_characters must be a decimal',
      'prices[1].audio_minute is not a field of tts',
      'prices[2].kind must be one of',
      'prices[2].model is required',
      'prices[2] needs a price',
      'prices[3].date must be a day',
      'prices[3].increment_seconds must be 1 to 3600, and is for carriers only',
    ])
      assert.include(text, part);
  });
});

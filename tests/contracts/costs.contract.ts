import { assert } from 'chai';
import type { CallCostRepository } from '../../application/ports/costs.ts';
import type { CallCost } from '../../domain/costs/call-cost.ts';
import type { Contract } from '../support/contract.ts';

const cost = (call_id: string, more: Partial<CallCost> = {}): CallCost => ({
  ...{ org_id: 'org', call_id, part: 'conversation', agent_id: 'agent', campaign_id: null, currency: 'USD' },
  lines: [
    {
      ...{ kind: 'llm', provider: 'acme', model: 'small', metric: 'input_tokens', quantity: 7, estimated: true },
      unit_price: { price: '0.1', unit: 'million_input_tokens', source: 'a page', date: '2026-01-01' },
      amount: 1,
    },
    { kind: 'tts', provider: 'acme', model: null, metric: 'characters', quantity: 9, unit_price: null, amount: null },
  ],
  recorded_at: '2026-01-01T00:00:00.000Z',
  ...more,
});

export const callCostsContract: Contract<CallCostRepository> = {
  'finds the cost of a call exactly as it was added': async (costs) => {
    assert.isTrue(await costs.add(cost('a')));
    assert.isTrue(await costs.add(cost('b', { lines: [] })));
    assert.deepEqual(await costs.list('org', 'a'), [cost('a')]);
    assert.deepEqual(await costs.list('org', 'c'), []);
  },

  'knows nothing of the cost of another organisation': async (costs) => {
    await costs.add(cost('a'));
    assert.deepEqual(await costs.list('other', 'a'), []);
  },

  'keeps the first cost of a part, also under a race': async (costs) => {
    const raced = Array.from({ length: 20 }, () => costs.add(cost('a')));
    assert.deepEqual((await Promise.all(raced)).filter(Boolean), [true]);
    assert.isFalse(await costs.add(cost('a', { lines: [] })));
    assert.deepEqual(await costs.list('org', 'a'), [cost('a')]);
  },
};

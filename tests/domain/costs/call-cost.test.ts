import { assert } from 'chai';
import { webCall } from '../../../domain/calls/call-log.ts';
import { callCost, callCostReport, type CallCost, type CostPart } from '../../../domain/costs/call-cost.ts';
import type { PriceTable } from '../../../domain/costs/price-table.ts';

const NOW = new Date('2026-11-24T09:00:00.000Z');
const call = webCall({
  ...{ call_id: 'c1', org_id: 'o1', agent_id: 'a1', agent_name: 'Ada', custom_variables: {} },
  now: NOW,
});
const prices = (currency: string): PriceTable => ({
  currency,
  entries: [
    {
      ...{ kind: 'llm', provider: 'test', model: '*', rates: { million_output_tokens: '1' } },
      ...{ increment_seconds: 1, source: 'a list', date: '2026-11-24' },
    },
  ],
});

/** The cost of a million tokens, which is one unit of the currency. */
const cost = (part: CostPart, currency: string): CallCost => {
  const usage = { kind: 'llm', provider: 'test', model: 'm', metric: 'output_tokens', quantity: 1_000_000 } as const;
  return callCost(call, part, [usage], { table: prices(currency), now: NOW });
};

describe('the report of what a call cost', () => {
  it('adds up its parts, and none in another currency', () => {
    const [first, ...others] = [
      cost('conversation', 'USD'),
      cost('analysis:1', 'USD'),
      cost('analysis:2', 'EUR'),
    ] as const;
    const { amount, currency, lines } = callCostReport(first, others);
    assert.deepEqual([amount, currency], ['2.00', 'USD']);
    assert.deepEqual(
      lines.map(({ part }) => part),
      ['conversation', 'analysis'],
    );
  });
});

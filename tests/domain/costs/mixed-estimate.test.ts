import { assert } from 'chai';
import type { EstimatedItem } from '../../../domain/costs/call-estimate.ts';
import { mixedEstimate } from '../../../domain/costs/mixed-estimate.ts';

const line = (provider: string, quantity: number, amount: number | null): EstimatedItem => ({
  ...{ kind: 'llm', provider, model: 'm', metric: 'input_tokens', quantity, unit_price: null, amount },
});
const estimate = (...lines: readonly EstimatedItem[]) => ({ currency: 'USD', amount: 0, lines });

describe('the cost of calls that several agents share', () => {
  it('has the part of each, and one line for the usage of one model', () => {
    const one = estimate(line('openai', 1_000, 400), line('groq', 10, 7));
    const other = estimate(line('openai', 2_000, 800));
    const mixed = mixedEstimate([
      { share: 0.25, estimate: one },
      { share: 0.75, estimate: other },
    ]);
    assert.deepEqual(
      mixed.lines.map(({ provider, quantity, amount }) => [provider, quantity, amount]),
      [
        ['openai', 1_750, 700],
        ['groq', 3, 2],
      ],
    );
    assert.deepEqual([mixed.currency, mixed.amount], ['USD', 702]);
  });

  it('is that of the agent where there is one', () => {
    const alone = { ...estimate(line('openai', 1_000, 400), line('groq', 10, null)), amount: 400 };
    assert.deepEqual(mixedEstimate([{ share: 1, estimate: alone }]), alone);
  });
});

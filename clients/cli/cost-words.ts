import type { CallCost } from '../typescript/index.ts';
import { table } from './table.ts';

/** The cost of a call: its lines, and the sum of those with a price. */
export function costInWords({ lines, amount, currency, unpriced_lines }: CallCost): string {
  const rows = table(lines, {
    KIND: ({ kind }) => kind,
    PROVIDER: ({ provider }) => provider,
    MODEL: ({ model }) => model,
    METRIC: ({ metric }) => metric,
    QUANTITY: ({ quantity, estimated }) => (estimated ? `${quantity} (estimated)` : quantity),
    PRICE: ({ unit_price }) => (unit_price ? `${unit_price.price} per ${unit_price.unit.replaceAll('_', ' ')}` : null),
    AMOUNT: (line) => line.amount ?? 'not priced',
  });
  const incomplete =
    unpriced_lines === 0 ? '' : `, without ${unpriced_lines} that ${unpriced_lines === 1 ? 'has' : 'have'} no price`;
  return `${rows}\n\n${amount} ${currency}${incomplete}`;
}

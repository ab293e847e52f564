import type { CallLog } from '../calls/call-log.ts';
import { amountText, sumOf, type Micros } from './money.ts';
import { rate, type PriceTable, type UnitPrice } from './price-table.ts';
import { mergeUsage, type UsageItem } from './usage.ts';

/** Usage with its price of the moment it was recorded. Both null: not priced. */
export interface CostItem extends UsageItem {
  readonly unit_price: UnitPrice | null;
  readonly amount: Micros | null;
}

/** Which work for a call its usage is of. Each analysis is a part of its own. */
export type CostPart = 'conversation' | `analysis:${string}`;

/** What one part of a call cost, recorded once. Later prices do not change it. */
export interface CallCost {
  readonly org_id: string;
  readonly call_id: string;
  readonly part: CostPart;
  readonly agent_id: string;
  readonly campaign_id: string | null;
  readonly currency: string;
  readonly lines: readonly CostItem[];
  readonly recorded_at: string;
  /**
   * The UTC month it counts in, such as `2026-11`: that of the call's registration, or of an analysis. Missing in older
   * records.
   */
  readonly month?: string;
  /** When the sums of costs had it. Null: not yet. Missing in older records, which they do not have either. */
  readonly summed_at?: string | null;
}

/** The cost of usage at the prices of a table. */
export const callCost = (
  { org_id, call_id, agent_id, campaign_id, created_at }: CallLog,
  part: CostPart,
  usage: readonly UsageItem[],
  { table, now }: { readonly table: PriceTable; readonly now: Date },
): CallCost => ({
  ...{ org_id, call_id, part, agent_id, campaign_id },
  currency: table.currency,
  lines: mergeUsage(usage).map((line) => {
    const { kind, provider, model, metric, quantity, estimated } = line;
    const rated = rate(table, line);
    return {
      ...{ kind, provider, model, metric, quantity, ...(estimated && { estimated }) },
      unit_price: rated && rated.price,
      amount: rated && rated.amount,
    };
  }),
  recorded_at: now.toISOString(),
  // A call can be analysed months later, and that is spent then.
  month: (part === 'conversation' ? created_at : now.toISOString()).slice(0, 7),
  summed_at: null,
});

/** The sum of the priced lines. */
const totalOf = ({ lines }: Pick<CallCost, 'lines'>): Micros => sumOf(lines.map(({ amount }) => amount ?? 0));

/** The number of lines without a price. */
const unpricedOf = ({ lines }: Pick<CallCost, 'lines'>): number => lines.filter(({ amount }) => amount === null).length;

interface CostItemView extends Omit<CostItem, 'amount'> {
  readonly part: 'conversation' | 'analysis';
  readonly amount: string | null;
}

/** The cost of a call as the API answers it. Amounts are decimals. */
export interface CallCostReport {
  readonly call_id: string;
  readonly currency: string;
  readonly amount: string;
  readonly unpriced_lines: number;
  readonly recorded_at: string;
  readonly lines: readonly CostItemView[];
}

/**
 * The report over the parts of a call. It has the currency of the first part and leaves out parts in other currencies, such
 * as those after the operator changed the currency of the prices: amounts of different currencies are never added up.
 */
export function callCostReport(first: CallCost, others: readonly CallCost[]): CallCostReport {
  const { call_id, currency, recorded_at } = first;
  const parts = [first, ...others.filter((part) => part.currency === currency)];
  const lines = parts.flatMap((each) => each.lines);
  return {
    ...{ call_id, currency },
    amount: amountText(totalOf({ lines })),
    unpriced_lines: unpricedOf({ lines }),
    recorded_at,
    lines: parts.flatMap(({ part, lines: own }) => own.map((line) => lineView(line, part))),
  };
}

const lineView = (line: CostItem, part: CostPart): CostItemView => ({
  part: part === 'conversation' ? part : 'analysis',
  ...line,
  amount: line.amount === null ? null : amountText(line.amount),
});

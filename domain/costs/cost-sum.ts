import type { CallCost, CostItem } from './call-cost.ts';
import { sumOf, type Micros } from './money.ts';
import type { UsageMetric } from './usage.ts';
import type { ProviderKind } from '../providers/declaration.ts';

/** Amounts and numbers of calls, in one currency. Usage without a price adds nothing to the amount. */
export interface CostTotal {
  readonly amount: Micros;
  /** The part of the amount that rests on estimated usage. */
  readonly estimated_amount: Micros;
  readonly calls: number;
  /** Calls with usage that has no price. */
  readonly unpriced_calls: number;
}

const NO_COST: CostTotal = { amount: 0, estimated_amount: 0, calls: 0, unpriced_calls: 0 };

/** What one metric of a vendor's model cost. */
export interface CostSumItem extends CostTotal {
  readonly kind: ProviderKind;
  readonly provider: string;
  readonly model: string | null;
  readonly metric: UsageMetric;
  readonly quantity: number;
}

/** What the calls of one month with the same agent and campaign cost, in one currency. */
export interface CostSumKey {
  readonly org_id: string;
  /** The UTC month in which the calls were registered, such as `2026-11`. */
  readonly month: string;
  readonly agent_id: string;
  /** Empty for calls outside campaigns. */
  readonly campaign_id: string;
  readonly currency: string;
}

/**
 * A sum over calls. It stays when a call is erased: the money is spent, and the sum says nothing about the call. The costs
 * in `pending` are added, but not yet marked as added.
 */
export interface CostSum extends CostSumKey, CostTotal {
  readonly lines: readonly CostSumItem[];
  /** Ids of costs, see `costId`. */
  readonly pending: readonly string[];
  /** Since when there are any. Null for none. */
  readonly pending_since: string | null;
  /** Increases with each change. */
  readonly revision: number;
}

/** Most lines of a sum. Further models are added up in one line for each provider and metric, named `other`. */
const LINES_MAX = 500;
const OTHER_MODEL = 'other';

/** Identifies the cost of one part of a call. */
export const costId = ({ call_id, part }: Pick<CallCost, 'call_id' | 'part'>): string => `${call_id} ${part}`;

/** The sum that a cost belongs to. Costs recorded before months were stored count in the month of their recording. */
export const sumKeyOf = ({ org_id, month, agent_id, campaign_id, currency, recorded_at }: CallCost): CostSumKey => ({
  ...{ org_id, agent_id, currency },
  month: month ?? recorded_at.slice(0, 7),
  campaign_id: campaign_id ?? '',
});

/** A sum over no calls. */
export const emptySum = ({ org_id, month, agent_id, campaign_id, currency }: CostSumKey): CostSum => ({
  ...{ org_id, month, agent_id, campaign_id, currency },
  ...NO_COST,
  ...{ lines: [], pending: [], pending_since: null, revision: 0 },
});

/** Adds costs to a sum and lists them as pending, beside those that still are. */
export function withCosts(sum: CostSum, costs: readonly CallCost[], pending: readonly string[], now: Date): CostSum {
  const lines = new Map(sum.lines.map((line) => [lineKey(line), line]));
  for (const cost of costs) addLines(lines, cost.lines);
  return {
    ...sum,
    ...addedTotals([sum, ...costs.map(costTotal)]),
    lines: [...lines.values()],
    pending: [...pending, ...costs.map(costId)],
    pending_since: sum.pending_since ?? now.toISOString(),
    revision: sum.revision + 1,
  };
}

/** The sum when all its costs are marked. */
export const withoutPending = ({ revision }: Pick<CostSum, 'revision'>): Partial<CostSum> => ({
  pending: [],
  pending_since: null,
  revision: revision + 1,
});

/** Adds totals up. */
export const addedTotals = (totals: readonly CostTotal[]): CostTotal => ({
  amount: sumOf(totals.map(({ amount }) => amount)),
  estimated_amount: sumOf(totals.map(({ estimated_amount }) => estimated_amount)),
  calls: totals.reduce((calls, total) => calls + total.calls, 0),
  unpriced_calls: totals.reduce((calls, total) => calls + total.unpriced_calls, 0),
});

/** The total of one part of a call. Only the conversation counts as a call. */
function costTotal({ part, lines }: CallCost): CostTotal {
  const isUnpriced = lines.some(({ amount }) => amount === null);
  const calls = part === 'conversation' ? 1 : 0;
  return { ...addedTotals(lines.map(itemTotal)), calls, unpriced_calls: isUnpriced ? 1 : 0 };
}

const itemTotal = ({ amount, estimated }: CostItem): CostTotal => ({
  amount: amount ?? 0,
  estimated_amount: estimated ? (amount ?? 0) : 0,
  calls: 1,
  unpriced_calls: amount === null ? 1 : 0,
});

const lineKey = ({ kind, provider, model, metric }: Pick<CostSumItem, 'kind' | 'provider' | 'model' | 'metric'>) =>
  JSON.stringify([kind, provider, model, metric]);

function addLines(lines: Map<string, CostSumItem>, items: readonly CostItem[]): void {
  for (const item of items) {
    const { kind, provider, metric, quantity } = item;
    const isRoomLeft = lines.size < LINES_MAX || lines.has(lineKey(item));
    const model = isRoomLeft ? item.model : OTHER_MODEL;
    const line = { kind, provider, model, metric };
    const known = lines.get(lineKey(line));
    lines.set(lineKey(line), {
      ...line,
      quantity: (known?.quantity ?? 0) + quantity,
      ...addedTotals([known ?? NO_COST, itemTotal(item)]),
    });
  }
}

import { rejected } from '../errors.ts';
import { addedTotals, type CostSum, type CostSumItem, type CostTotal } from './cost-sum.ts';
import { amountText } from './money.ts';

/** What costs can be grouped by. */
export const COST_GROUPINGS = ['month', 'agent', 'campaign', 'vendor'] as const;
export type CostGrouping = (typeof COST_GROUPINGS)[number];

/** Months from the first to the last, both inclusive. */
export interface Months {
  readonly from: string;
  readonly to: string;
}

/** Longest time of a report, in months. */
const MONTHS_MAX = 36;
/** Months of a report by month that names none. */
const MONTHS_SHOWN = 12;

/** What makes a group of costs. The fields of the other groupings are missing. */
interface GroupFields {
  readonly currency: string;
  readonly month?: string;
  readonly agent_id?: string;
  /** Null: calls outside campaigns. */
  readonly campaign_id?: string | null;
  readonly kind?: CostSumItem['kind'];
  readonly provider?: string;
  readonly model?: string | null;
  readonly metric?: CostSumItem['metric'];
}

/** Costs with the same values in the fields of a grouping. */
export type CostGroup = GroupFields & CostTotal & { readonly quantity?: number };

/** The months of a request. Without any: the last twelve in a report by month, else the present one. */
export function reportMonths({ from, to }: Partial<Months>, grouping: CostGrouping, now: Date): Months {
  const last = to ?? (from !== undefined && from > monthText(now) ? from : monthText(now));
  const first = from ?? (grouping === 'month' ? monthBefore(last, MONTHS_SHOWN - 1) : last);
  if (first > last) throw rejected('from must not be after to');
  if (monthBefore(last, MONTHS_MAX - 1) > first)
    throw rejected(`from and to must be at most ${MONTHS_MAX} months apart`);
  return { from: first, to: last };
}

/** The UTC month of a moment, such as `2026-11`. */
export const monthText = (at: Date): string => at.toISOString().slice(0, 7);

function monthBefore(month: string, months: number): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return monthText(new Date(Date.UTC(year, number - 1 - months)));
}

/** The key of a group and its fields. */
type GroupEntry = readonly [fields: GroupFields, total: CostTotal & { readonly quantity?: number }];

const GROUPED: Readonly<Record<CostGrouping, (sum: CostSum) => readonly GroupEntry[]>> = {
  month: (sum) => [[{ currency: sum.currency, month: sum.month }, sum]],
  agent: (sum) => [[{ currency: sum.currency, agent_id: sum.agent_id }, sum]],
  campaign: (sum) => [[{ currency: sum.currency, campaign_id: sum.campaign_id || null }, sum]],
  vendor: ({ currency, lines }) =>
    lines.map((line) => {
      const { kind, provider, model, metric } = line;
      return [{ currency, kind, provider, model, metric }, line] as const;
    }),
};

/** Costs added up in groups, and in one total for each currency. */
export class CostReport {
  readonly #grouping: CostGrouping;
  readonly #groups = new Map<string, CostGroup>();
  readonly #totals = new Map<string, CostTotal & { readonly currency: string }>();

  constructor(grouping: CostGrouping) {
    this.#grouping = grouping;
  }

  add(sum: CostSum): void {
    const { currency } = sum;
    const total = this.#totals.get(currency);
    this.#totals.set(currency, { currency, ...addedTotals(total ? [total, sum] : [sum]) });
    for (const [fields, added] of GROUPED[this.#grouping](sum)) {
      const key = JSON.stringify(fields);
      const known = this.#groups.get(key);
      const quantity = added.quantity === undefined ? {} : { quantity: (known?.quantity ?? 0) + added.quantity };
      this.#groups.set(key, { ...fields, ...quantity, ...addedTotals(known ? [known, added] : [added]) });
    }
  }

  /** One total for each currency. */
  totals(): readonly (CostTotal & { readonly currency: string })[] {
    return [...this.#totals.values()].toSorted((a, b) => (a.currency < b.currency ? -1 : 1));
  }

  /** Months in their order. All other groups by their amount, the largest first. */
  groups(): readonly CostGroup[] {
    const keyed = [...this.#groups].toSorted(([a, one], [b, other]) => {
      const byAmount = this.#grouping === 'month' ? 0 : other.amount - one.amount;
      return byAmount || (a < b ? -1 : 1);
    });
    return keyed.map(([, group]) => group);
  }
}

/** Amounts as decimals, with the share that is estimated. */
export function totalView<T extends CostTotal>({ amount, estimated_amount, ...more }: T) {
  const share = amount === 0 ? 0 : Math.round((estimated_amount / amount) * 10_000) / 10_000;
  const amounts = { amount: amountText(amount), estimated_amount: amountText(estimated_amount) };
  return { ...more, ...amounts, estimated_share: share };
}

import type { CallCost, components } from '../typescript/index.ts';
import { fields, table } from './table.ts';

type CostReport = components['schemas']['CostReport'];
type CostGroup = components['schemas']['CostGroup'];
type Budget = components['schemas']['BudgetResponse'];

/** The cost of a call: its lines, and the sum of those with a price. */
export function costInWords({ lines, amount, currency, unpriced_lines }: CallCost): string {
  const rows = table(lines, {
    PART: ({ part }) => part,
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

type Columns = Readonly<Record<string, (group: CostGroup) => string | number | null>>;

/** What a group is called, by what the report is grouped by. */
const NAMES: Readonly<Record<CostReport['group_by'], Columns>> = {
  month: { MONTH: ({ month = null }) => month },
  agent: { AGENT: ({ agent_name, agent_id = null }) => agent_name ?? agent_id },
  campaign: { CAMPAIGN: ({ campaign_name, campaign_id = null }) => campaign_name ?? campaign_id ?? '(no campaign)' },
  vendor: {
    KIND: ({ kind = null }) => kind,
    PROVIDER: ({ provider = null }) => provider,
    MODEL: ({ model = null }) => model,
    METRIC: ({ metric = null }) => metric,
    QUANTITY: ({ quantity = null }) => quantity,
  },
};

const AMOUNTS: Columns = {
  CALLS: ({ calls }) => calls,
  AMOUNT: ({ amount, currency }) => `${amount} ${currency}`,
  ESTIMATED: ({ estimated_share }) => percent(estimated_share),
  'NOT PRICED': ({ unpriced_calls }) => unpriced_calls,
};

/** Sums of costs: a line for each group, and the sum for each currency. */
export function costsInWords({ group_by, groups, totals, from, to }: CostReport): string {
  const sums = totals.map(
    ({ amount, currency, calls, estimated_share, unpriced_calls }) =>
      `${amount} ${currency} for ${calls} ${calls === 1 ? 'call' : 'calls'}, ${percent(estimated_share)} of it estimated` +
      (unpriced_calls === 0 ? '' : `; incomplete: ${unpriced_calls} with usage that has no price`),
  );
  return [table(groups, { ...NAMES[group_by], ...AMOUNTS }), '', `${from} to ${to}`, ...sums].join('\n');
}

/** A budget, and what is spent of it. */
export function budgetInWords(budget: Budget): string {
  const { amount, currency, spent, reached } = budget;
  return fields({
    budget: amount === null ? 'none' : `${amount} ${currency} a month`,
    spent: `${spent.amount} ${currency} in ${budget.month}`,
    estimated: percent(spent.estimated_share),
    'calls not priced': spent.unpriced_calls,
    'warns at': budget.warn_at_percent.map((each) => `${each} %`).join(', '),
    reached: reached.map(({ percent: each }) => `${each} %`).join(', '),
    'hard stop': stopInWords(budget),
    ...(budget.price_currency !== currency && {
      note: `Prices are in ${budget.price_currency} now: set the budget again.`,
    }),
  });
}

const stopInWords = ({ hard_stop, is_stopped }: Budget): string => {
  if (!hard_stop) return 'off';
  return is_stopped ? 'in force: no new call starts' : 'on';
};

const percent = (share: number): string => `${Math.round(share * 1_000) / 10} %`;

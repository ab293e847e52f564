import { allow, type Principal } from '../../domain/accounts/principal.ts';
import {
  isStopped,
  parseBudget,
  STANDARD_THRESHOLDS,
  withSettings,
  type Budget,
  type BudgetSettings,
} from '../../domain/costs/budget.ts';
import { monthText, totalView } from '../../domain/costs/cost-report.ts';
import { addedTotals } from '../../domain/costs/cost-sum.ts';
import { amountText } from '../../domain/costs/money.ts';
import type { PriceTable } from '../../domain/costs/price-table.ts';
import { forbidden } from '../../domain/errors.ts';
import type { CostSumRepository } from '../ports/costs.ts';
import { requireMember, type MemberPorts } from '../require-member.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { followBudget, type BudgetPorts } from './follow-budget.ts';

interface Ports extends BudgetPorts {
  readonly costSums: Pick<CostSumRepository, 'spent' | 'list'>;
  readonly prices: PriceTable;
}

/** Reads the budget of an organisation of the principal, and what is spent of it in the present month. */
export const readBudget = (ports: Ports & MemberPorts) => async (principal: Principal, orgId: string) => {
  await requireMember(ports, principal, 'costs.read', orgId);
  return shown(ports, orgId);
};

/**
 * Replaces the budget of the active organisation. It is in force with the answer: a hard stop refuses the next call, and a
 * raised budget allows it.
 */
export const setBudget = (ports: Ports) => async (principal: Principal, orgId: string, settings: BudgetSettings) => {
  const { org_id, email } = allow(principal, 'budgets.write');
  if (orgId !== org_id) throw forbidden('Only the budget of the active organisation can be changed');
  const parsed = parseBudget(settings);
  if (parsed === null) await ports.budgets.remove(org_id);
  else await store(ports, parsed, org_id, email);
  return shown(ports, org_id);
};

async function store(
  ports: Ports,
  parsed: NonNullable<ReturnType<typeof parseBudget>>,
  orgId: string,
  by: string,
): Promise<void> {
  const { budgets, costSums, prices, clock } = ports;
  const { currency } = prices;
  await retryOnConflict('The budget kept changing. Try again.', async () => {
    const before = await budgets.find(orgId);
    const now = clock.now();
    const spent = await costSums.spent(orgId, monthText(now), currency);
    const next = withSettings(before, parsed, { org_id: orgId, currency, spent, by, now });
    return (await (before ? budgets.change(before, next) : budgets.add(next))) ? undefined : 'again';
  });
  await followBudget(ports, orgId);
}

async function shown({ budgets, costSums, prices, clock }: Ports, orgId: string) {
  const budget = await budgets.find(orgId);
  const now = clock.now();
  const month = monthText(now);
  const currency = budget?.currency ?? prices.currency;
  const sums = [];
  for await (const sum of costSums.list(orgId, { from: month, to: month }))
    if (sum.currency === currency) sums.push(addedTotals([sum]));
  return {
    org_id: orgId,
    ...settingsOf(budget),
    ...{ currency, price_currency: prices.currency, month },
    spent: totalView(addedTotals(sums)),
    reached: budget?.month === month ? budget.reached.map(({ percent, reached_at }) => ({ percent, reached_at })) : [],
    is_stopped: budget !== null && isStopped(budget, now),
  };
}

const settingsOf = (budget: Budget | null) => ({
  amount: budget && amountText(budget.amount),
  warn_at_percent: budget?.warn_at_percent ?? STANDARD_THRESHOLDS,
  hard_stop: budget?.hard_stop ?? false,
  updated_by: budget?.updated_by ?? null,
  updated_at: budget?.updated_at ?? null,
});

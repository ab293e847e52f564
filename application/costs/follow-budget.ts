import { withSpent } from '../../domain/costs/budget.ts';
import { monthText } from '../../domain/costs/cost-report.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository, CostSumRepository } from '../ports/costs.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';

export interface BudgetPorts {
  readonly budgets: BudgetRepository;
  readonly costSums: Pick<CostSumRepository, 'spent'>;
  readonly clock: Clock;
}

/**
 * Compares the budget of an organisation with what is spent in the present month. It runs after each change of the sums and
 * of the budget: of two changes at the same time at least the later one sees both.
 */
export const followBudget = ({ budgets, costSums, clock }: BudgetPorts, orgId: string): Promise<void> =>
  retryOnConflict('The budget kept changing. Try again.', async () => {
    const budget = await budgets.find(orgId);
    if (!budget) return;
    const now = clock.now();
    const step = withSpent(budget, await costSums.spent(orgId, monthText(now), budget.currency), now);
    if (step && !(await budgets.change(budget, step.changes))) return 'again';
  });

import { requireWithin } from '../../domain/accounts/quotas.ts';
import { requireBudget } from '../../domain/costs/budget.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository } from '../ports/costs.ts';
import type { QuotaKeeper } from '../ports/quotas.ts';

export interface MeansPorts {
  readonly budgets: Pick<BudgetRepository, 'find'>;
  readonly quotas: Pick<QuotaKeeper, 'usage'>;
  readonly clock: Clock;
}

/** Throws when the hard stop of a budget is in force, or the storage is full. What a run stores then is bounded. */
export async function requireMeans({ budgets, quotas, clock }: MeansPorts, orgId: string): Promise<void> {
  const [budget, { storage }] = await Promise.all([budgets.find(orgId), quotas.usage(orgId)]);
  requireBudget(budget, clock.now());
  requireWithin('storage', storage, 1, clock.now());
}

import type { CostUseCases } from '../../../application/costs/index.ts';
import type { BudgetSettings } from '../../../domain/costs/budget.ts';
import { ok, type Body, type Handlers } from '../handler.ts';
import { pageOf } from '../page.ts';

export const costHandlers = (costs: CostUseCases) =>
  ({
    listCosts: async ({ principal, query }) =>
      ok(
        await costs.read(
          principal,
          {
            group_by: query('group_by'),
            ...months(query('from'), query('to')),
            agent_id: query('agent_id'),
            campaign_id: query('campaign_id'),
          },
          pageOf(query),
        ),
      ),
    getBudget: async ({ principal, path }) => ok(await costs.readBudget(principal, path('org_id'))),
    setBudget: async ({ principal, path }, body: Body<BudgetSettings>) =>
      ok(await costs.setBudget(principal, path('org_id'), body)),
  }) satisfies Partial<Handlers>;

const months = (from: string | undefined, to: string | undefined) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

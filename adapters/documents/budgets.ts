import type { BudgetRepository } from '../../application/ports/costs.ts';
import type { Budget } from '../../domain/costs/budget.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { between } from './match.ts';

/** Budgets as documents, at most one per organisation. */
export async function documentBudgets(store: DocumentStore): Promise<BudgetRepository> {
  const budgets = await store.open<Budget>({
    name: 'budgets',
    indexes: [
      { name: 'by_organisation', fields: ['org_id'], unique: true },
      { name: 'by_mail', fields: ['mail_due_at'], sparse: true },
    ],
  });

  return {
    find: (orgId) => budgets.findOne({ org_id: orgId }),
    add: (budget) => falseOnUniqueViolation(budgets.insert(budget), 'by_organisation'),
    change: async ({ org_id, revision }, changes) => (await budgets.change({ org_id, revision }, changes)) !== null,
    async remove(orgId) {
      await budgets.remove({ org_id: orgId });
    },
    mailDue: (now, limit) =>
      // `from` leaves out budgets without a time.
      budgets.find({ mail_due_at: between({ from: '', below: now }) }, { sort: { mail_due_at: 'asc' }, limit }),
  };
}

import type { BudgetRepository } from '../../application/ports/costs.ts';
import type { Budget } from '../../domain/costs/budget.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';
import { changeWithEvents, openRemoval, OUTBOX_INDEX, withoutOutbox, type Outbox } from './event-outbox.ts';
import { between } from './match.ts';

/** Budgets as documents, at most one per organisation. */
export async function documentBudgets(store: DocumentStore): Promise<BudgetRepository> {
  const budgets = await store.open<Budget & Outbox>({
    name: 'budgets',
    indexes: [
      { name: 'by_organisation', fields: ['org_id'], unique: true },
      { name: 'by_mail', fields: ['mail_due_at'], sparse: 'mail_due_at' },
      OUTBOX_INDEX,
    ],
  });

  const remove = await openRemoval<Budget>(store, 'budgets', budgets);
  return {
    async find(orgId) {
      const stored = await budgets.findOne({ org_id: orgId });
      return stored && withoutOutbox<Budget>(stored);
    },
    add: (budget) => falseOnUniqueViolation(budgets.insert(budget), 'by_organisation'),
    change: async ({ org_id, revision }, changes, events = []) =>
      (await changeWithEvents<Budget>(budgets, { org_id, revision }, changes, () => events)) !== null,
    async remove(orgId) {
      await remove({ org_id: orgId });
    },
    async mailDue(now, limit) {
      // `from` leaves out budgets without a time.
      const due = between({ from: '', below: now });
      const found = await budgets.find({ mail_due_at: due }, { sort: { mail_due_at: 'asc' }, limit });
      return found.map((stored) => withoutOutbox<Budget>(stored));
    },
  };
}

import { budgetEvents } from '../../domain/events/budget-events.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository } from '../ports/costs.ts';
import type { EventRecorder } from '../ports/event-outbox.ts';

/** Budgets whose thresholds record an event when they are reached. */
export const recordBudgetEvents = (
  budgets: BudgetRepository,
  recorder: EventRecorder,
  clock: Clock,
): BudgetRepository => ({
  ...budgets,
  async change(seen, changes) {
    const drafts = budgetEvents(seen, { ...seen, ...changes }, clock.now());
    const selected = await recorder.selected(seen.org_id, drafts);
    const isChanged = await budgets.change(seen, changes, recorder.recorded(seen.org_id, selected));
    if (isChanged && selected.length > 0) recorder.wake();
    return isChanged;
  },
});

import { isStopped, type Budget } from '../costs/budget.ts';
import { amountText } from '../costs/money.ts';
import type { EventDraft } from './recorded-event.ts';

/** The events that a change of a budget causes: one for each threshold that is reached by it. */
export function budgetEvents(before: Budget, after: Budget, now: Date): EventDraft[] {
  const { org_id, month, currency, hard_stop } = after;
  const known = before.month === month ? before.reached.map(({ percent }) => percent) : [];
  return after.reached
    .filter(({ percent }) => !known.includes(percent))
    .map(({ percent, spent }) => ({
      ...{ type: 'budget.threshold_reached', subject: org_id, call_id: null },
      data: {
        ...{ org_id, month, percent, currency, hard_stop },
        amount: amountText(after.amount),
        spent: amountText(spent),
        is_stopped: isStopped(after, now),
      },
    }));
}

import { isStopped, type Budget } from '../../domain/costs/budget.ts';
import { amountText, type Micros } from '../../domain/costs/money.ts';
import { escapedHtml } from '../escaped-html.ts';
import type { Mail } from '../ports/mailer.ts';

/** What a warning tells. */
export interface BudgetWarning {
  readonly organisation: string;
  readonly budget: Budget;
  readonly percent: number;
  readonly spent: Micros;
  readonly publicAppUrl: string;
  readonly now: Date;
}

/** The mail that warns of a threshold. */
export function budgetMail(
  to: string,
  { organisation, budget, percent, spent, publicAppUrl, now }: BudgetWarning,
): Mail {
  const money = (amount: Micros): string => `${amountText(amount)} ${budget.currency}`;
  const facts = `${organisation} has spent ${money(spent)} on calls in ${budget.month}. Its budget is ${money(budget.amount)}.`;
  const next = isStopped(budget, now)
    ? 'The hard stop is in force: no new call starts until the month ends or an admin raises the budget. Calls that are running continue. Campaigns that were paused for it must be resumed.'
    : budget.hard_stop
      ? 'When all of it is spent, no new call starts.'
      : 'Calls continue: the budget has no hard stop.';
  const link = `${publicAppUrl}/costs`;
  return {
    to,
    subject: `${percent} % of the budget for ${budget.month} is spent`,
    text: [facts, next, `Costs and budget:\n\n${link}`, ''].join('\n\n'),
    html: `<p>${escapedHtml(facts)}</p>\n<p>${next}</p>\n<p><a href="${escapedHtml(link)}">Costs and budget</a></p>\n`,
  };
}

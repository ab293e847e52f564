import { mailClaimedUntil, toMail, withMailed, type Budget } from '../../domain/costs/budget.ts';
import { mailAdmins, type AdminMailPorts } from '../mail-admins.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository, CostSumRepository } from '../ports/costs.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { budgetMail } from './budget-mail.ts';

interface Ports extends AdminMailPorts {
  readonly budgets: BudgetRepository;
  readonly costSums: Pick<CostSumRepository, 'spent'>;
  readonly publicAppUrl: string;
  readonly clock: Clock;
}

/** Budgets per round. */
const BUDGETS = 20;

/**
 * One round of budget warnings: mails each threshold that was reached to the admins of its organisation. One process sends
 * a warning. Only when it crashes while sending, or no mail is accepted, is the warning sent again, after five minutes and as
 * long as the month lasts.
 */
export const mailBudgetWarnings = (ports: Ports) => async (): Promise<void> => {
  const { budgets, clock, log } = ports;
  for (const due of await budgets.mailDue(clock.now().toISOString(), BUDGETS)) {
    const claimed = { ...due, mail_due_at: mailClaimedUntil(clock.now()), revision: due.revision + 1 };
    if (!(await budgets.change(due, { mail_due_at: claimed.mail_due_at, revision: claimed.revision }))) continue;
    await mailWarnings(ports, claimed).catch((error: unknown) =>
      log.error('budget.not_mailed', { org_id: due.org_id, error }),
    );
  }
};

async function mailWarnings(ports: Ports, budget: Budget): Promise<void> {
  const { budgets, costSums, organisations, publicAppUrl, clock } = ports;
  const { org_id, month, currency } = budget;
  const percents = toMail(budget, clock.now());
  // A warning of a past month, or of a deleted organisation, is not mailed any more.
  if (percents.length === 0 || !(await organisations.find(org_id)))
    return void (await budgets.change(budget, { mail_due_at: null, revision: budget.revision + 1 }));
  const spent = await costSums.spent(org_id, month, currency);
  const mailed: number[] = [];
  for (const percent of percents) {
    const mailTo = (email: string, organisation: string) =>
      budgetMail(email, { organisation, budget, percent, spent, publicAppUrl, now: clock.now() });
    if (await mailAdmins(ports, org_id, mailTo)) mailed.push(percent);
  }
  if (mailed.length > 0) await markMailed(ports, org_id, mailed);
}

const markMailed = ({ budgets, clock }: Ports, orgId: string, percents: readonly number[]): Promise<void> =>
  retryOnConflict('The budget kept changing. Its warning may be mailed again.', async () => {
    const budget = await budgets.find(orgId);
    if (budget && !(await budgets.change(budget, withMailed(budget, percents, clock.now())))) return 'again';
  });

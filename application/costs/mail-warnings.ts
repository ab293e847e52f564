import { isAtLeast } from '../../domain/accounts/principal.ts';
import { mailClaimedUntil, toMail, withMailed, type Budget } from '../../domain/costs/budget.ts';
import type { Clock } from '../ports/clock.ts';
import type { BudgetRepository, CostSumRepository } from '../ports/costs.ts';
import type { Log } from '../ports/log.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { MembershipRepository } from '../ports/memberships.ts';
import type { OrganisationRepository } from '../ports/organisations.ts';
import { retryOnConflict } from '../retry-on-conflict.ts';
import { budgetMail, type BudgetWarning } from './budget-mail.ts';

interface Ports {
  readonly budgets: BudgetRepository;
  readonly costSums: Pick<CostSumRepository, 'spent'>;
  readonly organisations: Pick<OrganisationRepository, 'find'>;
  readonly memberships: Pick<MembershipRepository, 'ofOrganisation'>;
  readonly mailer: Mailer;
  readonly publicAppUrl: string;
  readonly clock: Clock;
  readonly log: Log;
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
  const organisation = await organisations.find(org_id);
  const spent = await costSums.spent(org_id, month, currency);
  const mailed: number[] = [];
  for (const percent of organisation ? percents : []) {
    const warning = { organisation: organisation?.name ?? '', budget, percent, spent, publicAppUrl, now: clock.now() };
    if (await mailAdmins(ports, warning)) mailed.push(percent);
  }
  const isOver = organisation === null || percents.length === 0;
  if (isOver) return void (await budgets.change(budget, { mail_due_at: null, revision: budget.revision + 1 }));
  if (mailed.length > 0) await markMailed(ports, org_id, mailed);
}

const markMailed = ({ budgets, clock }: Ports, orgId: string, percents: readonly number[]): Promise<void> =>
  retryOnConflict('The budget kept changing. Its warning may be mailed again.', async () => {
    const budget = await budgets.find(orgId);
    if (budget && !(await budgets.change(budget, withMailed(budget, percents, clock.now())))) return 'again';
  });

/** Whether at least one admin got the mail, or there is none. */
async function mailAdmins({ memberships, mailer, log }: Ports, warning: BudgetWarning): Promise<boolean> {
  const { org_id } = warning.budget;
  const admins = (await memberships.ofOrganisation(org_id)).filter(({ role }) => isAtLeast(role, 'admin'));
  let failures = 0;
  for (const { email } of admins)
    await mailer.send(budgetMail(email, warning)).catch((error: unknown) => {
      failures += 1;
      log.warn('budget.mail_refused', { org_id, reason: error instanceof Error ? error.message : null });
    });
  return admins.length === 0 || failures < admins.length;
}

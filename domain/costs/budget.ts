import { monthOf } from '../accounts/quotas.ts';
import { readAll } from '../agents/json-readers.ts';
import { DomainError, invalid } from '../errors.ts';
import { monthText } from './cost-report.ts';
import { amountIn, amountText, type Micros } from './money.ts';

/** What an organisation means to spend on calls in a calendar month, as an admin sets it. */
export interface BudgetSettings {
  /** A decimal. Null: no budget. */
  readonly amount: string | null;
  /** Shares of the amount, in percent, at which a warning is sent. */
  readonly warn_at_percent: readonly number[];
  /** Whether no new call starts once the amount is spent. */
  readonly hard_stop: boolean;
}

/** A share of the budget that was reached in its month. */
export interface ReachedThreshold {
  readonly percent: number;
  readonly reached_at: string;
  /** What was spent then. */
  readonly spent: Micros;
  /** When the warning was mailed. Null: not yet. */
  readonly mailed_at: string | null;
}

/** The budget of an organisation, and how far it is spent. */
export interface Budget {
  readonly org_id: string;
  readonly amount: Micros;
  readonly currency: string;
  readonly warn_at_percent: readonly number[];
  readonly hard_stop: boolean;
  readonly updated_by: string;
  readonly updated_at: string;
  /** The month that the next fields are about. */
  readonly month: string;
  readonly reached: readonly ReachedThreshold[];
  /** Whether the amount is spent. */
  readonly is_spent: boolean;
  /** When warnings of this budget are due to be mailed. Null for none. */
  readonly mail_due_at: string | null;
  /** Increases with each change. */
  readonly revision: number;
}

/** The thresholds of a budget that names none. */
export const STANDARD_THRESHOLDS: readonly number[] = [80, 100];
/** Most thresholds of a budget. */
const THRESHOLDS_MAX = 10;
/** Highest threshold, in percent: 100 is the amount itself. */
const PERCENT_MAX = 200;
/** A hard stop always warns. */
const STOP_PERCENT = 100;
/** How long one process has to mail warnings, and the wait before another attempt, in ms. */
const MAIL_CLAIMED_MS = 5 * 60_000;

/** Validates the settings of a budget and reports every problem at once. Null: no budget. */
export function parseBudget(settings: BudgetSettings): Pick<Budget, 'amount' | 'warn_at_percent' | 'hard_stop'> | null {
  const { hard_stop } = settings;
  const { amount, warn_at_percent } = readAll({
    amount: () => parseAmount(settings.amount),
    warn_at_percent: () => parseThresholds(settings.warn_at_percent, hard_stop),
  });
  return amount === null ? null : { amount, warn_at_percent, hard_stop };
}

function parseAmount(text: string | null): Micros | null {
  if (text === null) return null;
  const amount = amountIn(text);
  if (amount === null)
    throw invalid('amount must be a decimal with up to nine digits and two decimals, such as "250.00"');
  return amount;
}

function parseThresholds(percents: readonly number[], isHardStop: boolean): readonly number[] {
  const all = [...new Set([...percents, ...(isHardStop ? [STOP_PERCENT] : [])])].toSorted((a, b) => a - b);
  if (percents.length > THRESHOLDS_MAX || all.some((each) => !Number.isInteger(each) || each < 1 || each > PERCENT_MAX))
    throw invalid(`warn_at_percent must be at most ${THRESHOLDS_MAX} whole numbers from 1 to ${PERCENT_MAX}`);
  return all;
}

/** A budget with new settings. Thresholds that the new amount has not reached may warn again. */
export function withSettings(
  before: Budget | null,
  parsed: Pick<Budget, 'amount' | 'warn_at_percent' | 'hard_stop'>,
  { org_id, currency, spent, by, now }: { org_id: string; currency: string; spent: Micros; by: string; now: Date },
): Budget {
  const known = before?.month === monthText(now) && before.currency === currency ? before.reached : [];
  return {
    ...{ org_id, ...parsed, currency, updated_by: by, updated_at: now.toISOString(), month: monthText(now) },
    reached: known.filter(({ percent }) => isReached(parsed, percent, spent)),
    is_spent: spent >= parsed.amount,
    mail_due_at: before?.mail_due_at ?? null,
    revision: (before?.revision ?? 0) + 1,
  };
}

const isReached = (
  { amount, warn_at_percent }: Pick<Budget, 'amount' | 'warn_at_percent'>,
  percent: number,
  spent: Micros,
) => warn_at_percent.includes(percent) && BigInt(spent) * 100n >= BigInt(amount) * BigInt(percent);

/** What changes with the amount that is spent in the present month, and the thresholds that it reaches now. Null for nothing. */
export function withSpent(
  budget: Budget,
  spent: Micros,
  now: Date,
): {
  readonly changes: Pick<Budget, 'month' | 'reached' | 'is_spent' | 'mail_due_at' | 'revision'>;
  readonly fresh: readonly number[];
} | null {
  const month = monthText(now);
  const isSameMonth = budget.month === month;
  const known = isSameMonth ? budget.reached : [];
  const fresh = budget.warn_at_percent.filter(
    (percent) => isReached(budget, percent, spent) && !known.some((each) => each.percent === percent),
  );
  const isSpent = spent >= budget.amount;
  if (isSameMonth && fresh.length === 0 && budget.is_spent === isSpent) return null;
  const at = now.toISOString();
  return {
    changes: {
      ...{ month, is_spent: isSpent, revision: budget.revision + 1 },
      reached: [...known, ...fresh.map((percent) => ({ percent, reached_at: at, spent, mailed_at: null }))],
      mail_due_at: fresh.length > 0 ? at : isSameMonth ? budget.mail_due_at : null,
    },
    fresh,
  };
}

/** The thresholds to mail. Those of a past month are not mailed any more. */
export const toMail = ({ month, reached }: Budget, now: Date): readonly number[] =>
  month === monthText(now) ? reached.flatMap(({ percent, mailed_at }) => (mailed_at === null ? [percent] : [])) : [];

/** Until when a process that mails warnings has them for itself. */
export const mailClaimedUntil = (now: Date): string => new Date(now.getTime() + MAIL_CLAIMED_MS).toISOString();

/** The budget after these thresholds were mailed. */
export function withMailed(
  { reached, mail_due_at, revision }: Budget,
  percents: readonly number[],
  now: Date,
): Pick<Budget, 'reached' | 'mail_due_at' | 'revision'> {
  const mailed = reached.map((each) =>
    each.mailed_at === null && percents.includes(each.percent) ? { ...each, mailed_at: now.toISOString() } : each,
  );
  const isLeft = mailed.some(({ mailed_at }) => mailed_at === null);
  return { reached: mailed, mail_due_at: isLeft ? mail_due_at : null, revision: revision + 1 };
}

/** Whether a hard stop is in force. */
export const isStopped = ({ hard_stop, is_spent, month }: Budget, now: Date): boolean =>
  hard_stop && is_spent && month === monthText(now);

/** The budget of the month is spent: `limited`, until the month ends. */
export class BudgetSpent extends DomainError {
  constructor({ amount, currency, month }: Budget, now: Date) {
    const { below } = monthOf(now);
    super(
      'limited',
      `The budget of ${amountText(amount)} ${currency} for ${month} is spent, and its hard stop is on: no new call ` +
        `starts before ${below}. An admin can raise the budget.`,
      { retryAfterMs: Math.max(0, Date.parse(below) - now.getTime()) },
    );
    this.name = 'BudgetSpent';
  }
}

/** Throws `BudgetSpent` when a hard stop is in force. */
export function requireBudget(budget: Budget | null, now: Date): void {
  if (budget && isStopped(budget, now)) throw new BudgetSpent(budget, now);
}

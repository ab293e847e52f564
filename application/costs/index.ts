import { area } from '../area.ts';
import { readBudget, setBudget } from './budgets.ts';
import { mailBudgetWarnings } from './mail-warnings.ts';
import { readCosts } from './read-costs.ts';

/** Use cases of the costs area. */
export const costUseCases = area({ read: readCosts, readBudget, setBudget, mailWarnings: mailBudgetWarnings });
export type CostUseCases = ReturnType<typeof costUseCases>;

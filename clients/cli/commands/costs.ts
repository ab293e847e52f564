import { InvalidArgumentError, Option, type Command } from 'commander';
import { answered, type Api, type components } from '../../typescript/index.ts';
import { budgetInWords, costsInWords } from '../cost-words.ts';
import { organisationOf } from '../page-of-calls.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type GroupBy = components['schemas']['CostReport']['group_by'];

const GROUPINGS: readonly GroupBy[] = ['month', 'agent', 'campaign', 'vendor'];
const NONE = 'none';

/** `costs` and `budget`. */
export function costsCommands(program: Command, working: CommandAction): void {
  program
    .command('costs')
    .description('What calls cost, as sums.')
    .addOption(new Option('--by <group>', 'what to group by').choices(GROUPINGS).default('month'))
    .option('--from <month>', 'the first month, such as 2026-01')
    .option('--to <month>', 'the last month')
    .action(working(loggedIn(costs)));
  const budget = program.command('budget').description('How much the organisation means to spend on calls in a month.');
  budget
    .command('show')
    .description('The budget, and what is spent of it.')
    .action(working(loggedIn(show)));
  budget
    .command('set <amount>')
    .description('Set the amount, such as 250.00, in the currency of the price table; "none" removes the budget.')
    .option('--warn-at <percents>', 'when admins get a mail, such as 50,80,100', percents)
    .option('--hard-stop', 'start no new call once the amount is spent')
    .option('--no-hard-stop', 'only warn')
    .action(working(loggedIn(set)));
}

function percents(written: string): number[] {
  const numbers = written.split(',').map(Number);
  if (numbers.every((each) => Number.isInteger(each) && each > 0)) return numbers;
  throw new InvalidArgumentError('Write whole numbers with commas between them, such as 50,80,100.');
}

async function costs(
  { api, print }: Work,
  { by, ...months }: { by: GroupBy; from?: string; to?: string },
): Promise<void> {
  const query = { group_by: by, limit: 500, ...months };
  print(await answered(api.GET('/api/v1/costs', { params: { query } })), costsInWords);
}

const pathOf = async (api: Api) => ({ path: { org_id: await organisationOf(api) } });

const read = async (api: Api) =>
  answered(api.GET('/api/v1/organisations/{org_id}/budget', { params: await pathOf(api) }));

async function show({ api, print }: Work): Promise<void> {
  print(await read(api), budgetInWords);
}

/** What is left out keeps its value. */
async function set(
  { api, print }: Work,
  amount: string,
  { warnAt, hardStop }: { warnAt?: number[]; hardStop?: boolean },
): Promise<void> {
  const now = await read(api);
  const body = {
    amount: amount === NONE ? null : amount,
    warn_at_percent: warnAt ?? now.warn_at_percent,
    hard_stop: hardStop ?? now.hard_stop,
  };
  const params = await pathOf(api);
  print(await answered(api.PUT('/api/v1/organisations/{org_id}/budget', { params, body })), budgetInWords);
}

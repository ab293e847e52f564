import { InvalidArgumentError, type Command } from 'commander';
import { answered } from '../../typescript/index.ts';
import { fields } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

const NONE = 'none';

/** `dial-caps`. */
export function dialCapCommands(program: Command, working: CommandAction): void {
  const caps = program.command('dial-caps').description('How often the organisation dials a number at most.');
  caps
    .command('show')
    .description('The caps of all campaigns and outbound calls together.')
    .action(working(loggedIn(show)));
  caps
    .command('set')
    .description('Change some of them. For admins.')
    .option('--day <number>', 'dials within any 24 hours, or "none"', dials)
    .option('--week <number>', 'dials within any 7 days, or "none"', dials)
    .action(working(loggedIn(set)));
}

type Dials = number | typeof NONE;

function dials(written: string): Dials {
  if (written === NONE) return NONE;
  const number = Number(written);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Write a whole number of dials, or none.');
}

interface DialCaps {
  readonly max_dials_per_day: number | null;
  readonly max_dials_per_week: number | null;
}

const inWords = ({ max_dials_per_day, max_dials_per_week }: DialCaps): string =>
  fields({ 'within 24 hours': max_dials_per_day ?? NONE, 'within 7 days': max_dials_per_week ?? NONE });

async function show({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/dial-caps')), inWords);
}

async function set({ api, print }: Work, { day, week }: { day?: Dials; week?: Dials }): Promise<void> {
  const now = await answered(api.GET('/api/v1/dial-caps'));
  const body = {
    max_dials_per_day: capOf(day, now.max_dials_per_day),
    max_dials_per_week: capOf(week, now.max_dials_per_week),
  };
  print(await answered(api.PUT('/api/v1/dial-caps', { body })), inWords);
}

/** The cap of the option, or that of today when it was left out. */
const capOf = (given: Dials | undefined, today: number | null): number | null =>
  given === NONE ? null : (given ?? today);

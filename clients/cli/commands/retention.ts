import { InvalidArgumentError, type Command } from 'commander';
import { answered, type Api } from '../../typescript/index.ts';
import { organisationOf } from '../page-of-calls.ts';
import { table } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

const FOREVER = 'forever';

/** `retention`. */
export function retentionCommands(program: Command, working: CommandAction): void {
  const retention = program.command('retention').description('How long the organisation keeps what its calls leave.');
  retention
    .command('show')
    .description('The days after which calls and their artifacts are deleted.')
    .action(working(loggedIn(show)));
  retention
    .command('set')
    .description('Change some of the days. What is older is deleted and cannot be restored.')
    .option('--recordings <days>', 'days or "forever"', days)
    .option('--transcripts <days>', 'days or "forever"', days)
    .option('--calls <days>', 'days or "forever"; with a call goes everything that belongs to it', days)
    .action(working(loggedIn(set)));
}

type Days = number | typeof FOREVER;
type Retention = Awaited<ReturnType<typeof read>>;

function days(written: string): Days {
  if (written === FOREVER) return FOREVER;
  const number = Number(written);
  if (Number.isInteger(number) && number > 0) return number;
  throw new InvalidArgumentError('Write a whole number of days, or forever.');
}

const pathOf = async (api: Api) => ({ path: { org_id: await organisationOf(api) } });

const read = async (api: Api) =>
  answered(api.GET('/api/v1/organisations/{org_id}/retention', { params: await pathOf(api) }));

async function show({ api, print }: Work): Promise<void> {
  print(await read(api), inWords);
}

async function set(
  { api, print }: Work,
  { recordings, transcripts, calls }: { recordings?: Days; transcripts?: Days; calls?: Days },
): Promise<void> {
  const now = await read(api);
  const body = {
    recordings_days: daysOf(recordings, now.recordings_days),
    transcripts_days: daysOf(transcripts, now.transcripts_days),
    calls_days: daysOf(calls, now.calls_days),
  };
  const params = await pathOf(api);
  print(await answered(api.PUT('/api/v1/organisations/{org_id}/retention', { params, body })), inWords);
}

/** The days of the option, or those of today when it was left out. */
const daysOf = (given: Days | undefined, today: number | null): number | null =>
  given === FOREVER ? null : (given ?? today);

function inWords({ recordings_days, transcripts_days, calls_days }: Retention): string {
  const rows = [
    { what: 'recordings', kept: recordings_days },
    { what: 'transcripts', kept: transcripts_days },
    { what: 'calls', kept: calls_days },
  ];
  return table(rows, { WHAT: ({ what }) => what, KEPT: ({ kept }) => (kept === null ? FOREVER : `${kept} days`) });
}

import { InvalidArgumentError, type Command } from 'commander';
import { answered, type Api } from '../../typescript/index.ts';
import { organisationOf } from '../page-of-calls.ts';
import { table } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

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

type Days = number | null;
type Retention = Awaited<ReturnType<typeof read>>;

function days(written: string): Days {
  if (written === 'forever') return null;
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
    recordings_days: recordings === undefined ? now.recordings_days : recordings,
    transcripts_days: transcripts === undefined ? now.transcripts_days : transcripts,
    calls_days: calls === undefined ? now.calls_days : calls,
  };
  const params = await pathOf(api);
  print(await answered(api.PUT('/api/v1/organisations/{org_id}/retention', { params, body })), inWords);
}

function inWords({ recordings_days, transcripts_days, calls_days }: Retention): string {
  const rows = [
    { what: 'recordings', kept: recordings_days },
    { what: 'transcripts', kept: transcripts_days },
    { what: 'calls', kept: calls_days },
  ];
  return table(rows, { WHAT: ({ what }) => what, KEPT: ({ kept }) => (kept === null ? 'forever' : `${kept} days`) });
}

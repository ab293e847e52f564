import { InvalidArgumentError, Option, type Command } from 'commander';
import { answered, streamed, type Api, type components } from '../../typescript/index.ts';
import { analysisInWords, outcomesInWords, runInWords } from '../analysis-words.ts';
import { writeBytes } from '../files.ts';
import { organisationOf } from '../page-of-calls.ts';
import { moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type Run = components['schemas']['AnalysisRun'];

/** Which calls are wanted, as options. */
export interface CallOptions {
  readonly agent?: string;
  readonly agentVersion?: number;
  readonly from?: string;
  readonly to?: string;
  readonly analysis?: components['schemas']['AnalysisStatus'];
  readonly success?: components['schemas']['Success'];
  readonly campaign?: string;
  readonly type?: 'inbound' | 'outbound' | 'web';
  readonly standing?: 'live' | 'answered' | 'missed';
  readonly number?: string;
  readonly field?: string;
}

const success = (): Option =>
  new Option('--success <success>', 'only those that were judged so').choices(['yes', 'no', 'unknown']);

/** Adds the options that choose calls. */
export const withCallOptions = (command: Command): Command =>
  withVersionOption(withSpanOptions(command))
    .addOption(
      new Option('--analysis <status>', 'only those whose analysis has this status').choices([
        'pending',
        'done',
        'failed',
      ]),
    )
    .addOption(success())
    .option('--campaign <campaign_id>', 'only those of this campaign')
    .addOption(new Option('--type <type>', 'only those of this type').choices(['inbound', 'outbound', 'web']))
    .addOption(new Option('--standing <standing>', 'only those that stand so').choices(['live', 'answered', 'missed']))
    .option('--number <digits>', 'only those from or to a number that contains this')
    .option('--field <name:value>', 'only those with this value of an extracted field', fieldValue);

const withSpanOptions = (command: Command): Command =>
  command
    .option('--agent <agent_id>', 'only those of this agent')
    .option('--from <time>', 'only those from then on, in ISO 8601')
    .option('--to <time>', 'only those before, in ISO 8601');

const withVersionOption = (command: Command): Command =>
  command.option('--agent-version <version>', 'only those that ran this version of the agent', wholeNumber);

/** The query of a request for these calls. */
export const callQuery = ({
  agent,
  agentVersion,
  from,
  to,
  analysis,
  success: judged,
  field,
  ...log
}: CallOptions) => ({
  ...logQuery(log),
  ...(agent !== undefined && { agent_id: agent }),
  ...(agentVersion !== undefined && { agent_version: agentVersion }),
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
  ...(analysis !== undefined && { analysis }),
  ...(judged !== undefined && { success: judged }),
  ...(field !== undefined && { field }),
});

const logQuery = ({ campaign, type, standing, number }: CallOptions) => ({
  ...(campaign !== undefined && { campaign_id: campaign }),
  ...(type !== undefined && { call_type: type }),
  ...(standing !== undefined && { standing }),
  ...(number !== undefined && { number }),
});

function fieldValue(text: string): string {
  if (text.indexOf(':') < 1) throw new InvalidArgumentError('Write the name of a field, a colon and its value.');
  return text;
}

/** The commands of `calls` about analyses and outcomes. */
export function analysisCommands(calls: Command, working: CommandAction): void {
  calls
    .command('analysis <call_id>')
    .description('What was found out about a call.')
    .option('--again', 'have it analysed again, or for the first time')
    .action(working(loggedIn(readAnalysis)));
  withCallOptions(calls.command('export').description('Calls with their outcomes, as CSV.'))
    .option('-o, --output <file>', 'where it goes, - for the standard output', 'calls.csv')
    .action(working(loggedIn(exportAll)));
  withVersionOption(
    withSpanOptions(calls.command('outcomes').description('How analysed calls turned out, by agent.')),
  ).action(working(loggedIn(outcomes)));
  withSpanOptions(calls.command('analyse').description('Analyse old calls, or again those that were judged so.'))
    .addOption(success())
    .option('--repeat', 'also those that have a result')
    .option('--max <number>', 'how many at most, up to 10000', wholeNumber, 1_000)
    .action(working(loggedIn(start)));
  calls
    .command('runs [run_id]')
    .description('The runs that analyse old calls, or one of them.')
    .action(working(loggedIn(runs)));
  calls
    .command('cancel-run <run_id>')
    .description('End a run. Calls that it has requested already are analysed all the same.')
    .action(working(loggedIn(cancel)));
}

async function readAnalysis({ api, print }: Work, id: string, { again }: { again?: true }): Promise<void> {
  const params = { path: { call_id: id } };
  const path = '/api/v1/calls/{call_id}/analysis';
  print(await answered(again ? api.POST(path, { params }) : api.GET(path, { params })), analysisInWords);
}

async function exportAll(
  { api, shell, note }: Work,
  { output, ...options }: CallOptions & { output: string },
): Promise<void> {
  const params = { path: { org_id: await organisationOf(api) }, query: callQuery(options) };
  await writeBytes(
    shell,
    output,
    await answered(api.GET('/api/v1/calls/org/{org_id}/export', { params, ...streamed })),
  );
  if (output !== '-') note(`Written to ${output}.`);
}

async function outcomes({ api, print }: Work, options: CallOptions): Promise<void> {
  const params = { path: { org_id: await organisationOf(api) }, query: callQuery(options) };
  print(await answered(api.GET('/api/v1/calls/org/{org_id}/outcomes', { params })), outcomesInWords);
}

async function start(
  { api, print }: Work,
  { max, repeat, ...options }: CallOptions & { max: number; repeat?: true },
): Promise<void> {
  const body = { ...callQuery(options), max_calls: max, ...(repeat && { repeat }) };
  print(await answered(api.POST('/api/v1/analysis-runs', { body })), runInWords);
}

async function runs({ api, print }: Work, id: string | undefined): Promise<void> {
  if (id === undefined) return print(await pageOfRuns(api), ({ runs: found }) => runsInWords(found));
  const params = { path: { run_id: id } };
  print(await answered(api.GET('/api/v1/analysis-runs/{run_id}', { params })), runInWords);
}

const pageOfRuns = (api: Api) => answered(api.GET('/api/v1/analysis-runs', { params: { query: { limit: 50 } } }));

const runsInWords = (found: readonly Run[]): string =>
  table(found, {
    STARTED: ({ created_at }) => moment(created_at),
    RUN_ID: ({ run_id }) => run_id,
    STATE: ({ state }) => state,
    READ: ({ calls_read, calls_total }) => `${calls_read} of ${calls_total}`,
    REQUESTED: ({ calls_requested }) => calls_requested,
    DONE: ({ progress }) => progress.done,
    FAILED: ({ progress }) => progress.failed,
  });

async function cancel({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { run_id: id } };
  print(await answered(api.POST('/api/v1/analysis-runs/{run_id}/cancel', { params })), runInWords);
}

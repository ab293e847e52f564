import type { Command } from 'commander';
import { answered } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { readWords } from '../files.ts';
import { percent, runInWords, suiteInWords } from '../rehearsal-words.ts';
import { table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';
import { followRun } from './rehearsals.ts';

/** `suites`. */
export function suiteCommands(program: Command, working: CommandAction): void {
  const suites = program.command('suites').description('Suites of simulated callers, and their runs in the API.');
  suites
    .command('list')
    .description('All suites with their newest runs, by title.')
    .option('--agent <agent>', 'only those of this agent, by id or name')
    .option('-n, --limit <number>', 'how many at most', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  suites
    .command('show <suite_id>')
    .description('One suite.')
    .option('--source', 'only its text, as YAML')
    .action(working(loggedIn(show)));
  suites
    .command('create <file>')
    .description('Store a suite. - for the standard input.')
    .requiredOption('--agent <agent>', 'the agent that it rehearses, by id or name')
    .action(working(loggedIn(create)));
  suites
    .command('replace <suite_id> <file>')
    .description('Replace the text of a suite. Its runs stay.')
    .option('--agent <agent>', 'the agent that it rehearses from now on, by id or name')
    .action(working(loggedIn(replace)));
  suites
    .command('delete <suite_id>')
    .description('Delete a suite with its runs.')
    .action(working(loggedIn(remove)));
  suites
    .command('run <suite_id>')
    .description('Hold the conversations of a suite, without audio and in the background.')
    .option('--agent-version <version>', 'of the agent: a number, or draft', versionIn)
    .option('--compare <version>', 'beside another one: a number, draft or published', comparedIn)
    .option('--runs <number>', 'how often each conversation is held', wholeNumber)
    .option('--seed <number>', 'other reaction times, interruptions and mistakes of callers', wholeNumber)
    .option('--only <words...>', 'conversations whose titles contain one of these')
    .option('--cost-limit <amount>', 'what models may cost for each side, such as 2.50')
    .option('-w, --wait', 'until it is over: fails unless every conversation passes')
    .action(working(loggedIn(run)));
}

interface ListOptions {
  readonly agent?: string;
  readonly limit: number;
  readonly offset: number;
}

async function list({ api, print }: Work, { agent, limit, offset }: ListOptions): Promise<void> {
  const query = { limit, offset, ...(agent !== undefined && { agent_id: await agentIdOf(api, agent) }) };
  print(await answered(api.GET('/api/v1/rehearsal-suites', { params: { query } })), ({ suites, total }) => {
    const rows = table(suites, {
      SUITE_ID: ({ suite_id }) => suite_id,
      TITLE: ({ title }) => title,
      CONVERSATIONS: ({ conversations }) => conversations,
      'HELD BY': ({ is_held_here }) => (is_held_here ? 'API' : 'command'),
      'LAST RUN': ({ last_run: last }) => last && `${last.state} ${percent(last.pass_at_1)}`,
      RUN_ID: ({ last_run: last }) => last && last.run_id,
    });
    return suites.length === total ? rows : `${rows}\n${suites.length} of ${total}`;
  });
}

async function show({ api, print }: Work, id: string, { source }: { readonly source?: boolean }): Promise<void> {
  const suite = await answered(api.GET('/api/v1/rehearsal-suites/{suite_id}', { params: { path: { suite_id: id } } }));
  if (source) print(suite.source, (text) => text.trimEnd());
  else print(suite, suiteInWords);
}

async function create({ api, shell, print }: Work, file: string, { agent }: { readonly agent: string }): Promise<void> {
  const body = { agent_id: await agentIdOf(api, agent), source: await readWords(shell, file) };
  print(await answered(api.POST('/api/v1/rehearsal-suites', { body })), suiteInWords);
}

async function replace(
  { api, shell, print }: Work,
  id: string,
  file: string,
  { agent }: { readonly agent?: string },
): Promise<void> {
  const params = { path: { suite_id: id } };
  const source = await readWords(shell, file);
  const seen = await answered(api.GET('/api/v1/rehearsal-suites/{suite_id}', { params }));
  const meant = agent === undefined ? seen.agent_id : await agentIdOf(api, agent);
  const body = { agent_id: meant, source, expected_revision: seen.revision };
  print(await answered(api.PUT('/api/v1/rehearsal-suites/{suite_id}', { params, body })), suiteInWords);
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { suite_id: id } };
  print(await answered(api.DELETE('/api/v1/rehearsal-suites/{suite_id}', { params })), () => `${id} deleted.`);
}

interface RunOptions {
  readonly agentVersion?: number | 'draft';
  readonly compare?: number | 'draft' | 'published';
  readonly runs?: number;
  readonly seed?: number;
  readonly only?: string[];
  readonly costLimit?: string;
  readonly wait?: boolean;
}

async function run(work: Work, id: string, { wait, costLimit, ...options }: RunOptions): Promise<void> {
  const { api, print } = work;
  const { agentVersion: version, compare, runs, seed, only } = options;
  const body = {
    ...(version !== undefined && { version }),
    ...(compare !== undefined && { compare }),
    ...(runs !== undefined && { runs }),
    ...(seed !== undefined && { seed }),
    ...(only !== undefined && { only }),
    ...(costLimit !== undefined && { cost_limit: costLimit }),
  };
  const params = { path: { suite_id: id } };
  const started = await answered(api.POST('/api/v1/rehearsal-suites/{suite_id}/runs', { params, body }));
  if (!wait) return print(started, runInWords);
  const over = await followRun(work, started.run_id);
  print(over, runInWords);
  const isPassed = over.sides.every(({ summary }) => summary !== null && summary.passed === summary.held);
  if (over.state !== 'completed') throw new CommandFailed(EXIT.refused, `The run is ${over.state}.`);
  if (!isPassed) throw new CommandFailed(EXIT.refused, 'Not every conversation passed.');
}

const versionIn = (text: string): number | 'draft' => (text === 'draft' ? text : wholeNumber(text));

const comparedIn = (text: string): number | 'draft' | 'published' => (text === 'published' ? text : versionIn(text));

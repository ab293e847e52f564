import type { Command } from 'commander';
import { answered, streamed } from '../../typescript/index.ts';
import { changes } from '../changes.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { writeBytes } from '../files.ts';
import { conversationInWords, percent, runInWords, type RehearsalRun } from '../rehearsal-words.ts';
import { moment, shortened, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `rehearsals`. */
export function rehearsalCommands(program: Command, working: CommandAction): void {
  const rehearsals = program.command('rehearsals').description('Runs of suites of simulated callers.');
  rehearsals
    .command('list <suite_id>')
    .description('The runs of a suite, the newest first.')
    .option('-n, --limit <number>', 'how many at most', wholeNumber, 20)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  rehearsals
    .command('show <run_id>')
    .description('One run, and how its versions compare.')
    .option('-w, --wait', 'until it is over')
    .action(working(loggedIn(show)));
  rehearsals
    .command('conversations <run_id>')
    .description('The conversations of a run, in the order of its suite.')
    .option('--side <side>', 'only those of a or b')
    .option('--verdict <verdict>', 'only passed, failed, undecided or error')
    .option('-n, --limit <number>', 'how many at most', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(conversations)));
  rehearsals
    .command('conversation <run_id> <conversation_id>')
    .description('What was said and done in a conversation, such as a1 or b1.')
    .action(working(loggedIn(conversation)));
  rehearsals
    .command('recording <run_id> <conversation_id>')
    .description('The recording of a conversation: the caller left, the agent right.')
    .option(
      '-o, --output <file>',
      'where it goes, - for the standard output; <conversation_id>.wav when it is left out',
    )
    .action(working(loggedIn(recording)));
  rehearsals
    .command('cancel <run_id>')
    .description('End a run. What it has held stays.')
    .action(working(loggedIn(cancel)));
  rehearsals
    .command('delete <run_id>')
    .description('Delete a run that is over, with its conversations and recordings.')
    .action(working(loggedIn(remove)));
}

interface PageOptions {
  readonly limit: number;
  readonly offset: number;
}

async function list({ api, print }: Work, id: string, query: PageOptions): Promise<void> {
  const params = { path: { suite_id: id }, query: { limit: query.limit, offset: query.offset } };
  print(await answered(api.GET('/api/v1/rehearsal-suites/{suite_id}/runs', { params })), ({ runs, total }) => {
    const rows = table(runs, {
      RUN_ID: ({ run_id }) => run_id,
      STATE: ({ state }) => state,
      LEVEL: ({ level }) => level,
      DONE: ({ conversations_done, conversations_total }) => `${conversations_done} of ${conversations_total}`,
      'PASS@1': ({ sides }) => sides.map(({ summary }) => percent(summary?.pass_at_1 ?? null)).join(', '),
      AGENTS: ({ sides }) => shortened(sides.map(({ title }) => title).join(' / ')),
      CREATED: ({ created_at }) => moment(created_at),
    });
    return runs.length === total ? rows : `${rows}\n${runs.length} of ${total}`;
  });
}

async function show(work: Work, id: string, { wait }: { readonly wait?: boolean }): Promise<void> {
  work.print(wait ? await followRun(work, id) : await read(work, id), runInWords);
}

const read = ({ api }: Pick<Work, 'api'>, id: string): Promise<RehearsalRun> =>
  answered(api.GET('/api/v1/rehearsal-runs/{run_id}', { params: { path: { run_id: id } } }));

/** Waits until a run is over, and tells how far it is. */
export async function followRun(work: Work, id: string): Promise<RehearsalRun> {
  const { shell, note } = work;
  let last: RehearsalRun | null = null;
  const isOver = ({ state }: RehearsalRun): boolean => state !== 'queued' && state !== 'running';
  for await (last of changes({ ask: () => read(work, id), pause: shell.pause, note }, isOver))
    note(`${last.state}: ${last.conversations_done} of ${last.conversations_total}`);
  if (last === null) throw new CommandFailed(EXIT.refused, `${id} was deleted.`);
  return last;
}

interface ConversationOptions extends PageOptions {
  readonly side?: string;
  readonly verdict?: string;
}

const SIDES = ['a', 'b'] as const;
const VERDICTS = ['passed', 'failed', 'undecided', 'error'] as const;

async function conversations(
  { api, print }: Work,
  id: string,
  { side, verdict, limit, offset }: ConversationOptions,
): Promise<void> {
  const query = {
    ...{ limit, offset },
    ...(side !== undefined && { side: oneOf(SIDES, side, 'side') }),
    ...(verdict !== undefined && { verdict: oneOf(VERDICTS, verdict, 'verdict') }),
  };
  const params = { path: { run_id: id }, query };
  const page = await answered(api.GET('/api/v1/rehearsal-runs/{run_id}/conversations', { params }));
  print(page, ({ conversations: found, total }) => {
    const rows = table(found, {
      ID: ({ conversation_id }) => conversation_id,
      TITLE: ({ title }) => shortened(title),
      PERSONA: ({ persona }) => persona,
      RUN: ({ run }) => run,
      VERDICT: ({ verdict: outcome }) => outcome,
      REPLY: ({ median_latency_ms: ms }) => ms && `${Math.round(ms)} ms`,
      AUDIO: ({ has_recording }) => (has_recording ? 'yes' : null),
      PROBLEM: ({ problems }) => shortened(problems[0] ?? ''),
    });
    return found.length === total ? rows : `${rows}\n${found.length} of ${total}`;
  });
}

function oneOf<T extends string>(allowed: readonly T[], text: string, name: string): T {
  const found = allowed.find((each) => each === text);
  if (!found) throw new CommandFailed(EXIT.usage, `Unknown ${name} ${text}: enter ${allowed.join(', ')}.`);
  return found;
}

async function conversation({ api, print }: Work, id: string, place: string): Promise<void> {
  const params = { path: { run_id: id, conversation_id: place } };
  const path = '/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}';
  print(await answered(api.GET(path, { params })), conversationInWords);
}

async function recording(
  { api, shell, note }: Work,
  id: string,
  place: string,
  { output = `${place}.wav` }: { readonly output?: string },
): Promise<void> {
  const params = { path: { run_id: id, conversation_id: place } };
  const path = '/api/v1/rehearsal-runs/{run_id}/conversations/{conversation_id}/recording';
  await writeBytes(shell, output, await answered(api.GET(path, { params, ...streamed })));
  if (output !== '-') note(`Written to ${output}.`);
}

async function cancel({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { run_id: id } };
  print(await answered(api.POST('/api/v1/rehearsal-runs/{run_id}/cancel', { params })), runInWords);
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { run_id: id } };
  print(await answered(api.DELETE('/api/v1/rehearsal-runs/{run_id}', { params })), () => `${id} deleted.`);
}

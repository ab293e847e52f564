import type { Command } from 'commander';
import { answered, streamed } from '../../typescript/index.ts';
import { callInWords, length, outcome } from '../call-words.ts';
import { costInWords } from '../cost-words.ts';
import { writeBytes } from '../files.ts';
import { organisationOf, pageOfCalls } from '../page-of-calls.ts';
import { readConversation, readTranscript } from '../read-conversation.ts';
import { moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { analysisCommands, callQuery, withCallOptions, type CallOptions } from './call-analyses.ts';
import { gapCommand } from './gaps.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

/** `calls`. */
export function callsCommands(program: Command, working: CommandAction): void {
  const calls = program.command('calls').description('Calls and what they left behind.');
  withCallOptions(calls.command('list').description('The calls of the organisation, the newest first.'))
    .option('-n, --limit <number>', 'how many at most', wholeNumber, 20)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  analysisCommands(calls, working);
  gapCommand(calls, working);
  calls
    .command('show <call_id>')
    .description('One call.')
    .action(working(loggedIn(show)));
  calls
    .command('transcript <call_id>')
    .description('What was said, with latencies; --json for the stored text as it is.')
    .action(working(loggedIn(transcript)));
  calls
    .command('recording <call_id>')
    .description('The recording: the caller left, the agent right.')
    .option('-o, --output <file>', 'where it goes, - for the standard output; <call_id>.wav when it is left out')
    .action(working(loggedIn(recording)));
  calls
    .command('scenario <call_id>')
    .description('The call as a test, for npm run scenario.')
    .option('-o, --output <file>', 'where it goes, - for the standard output; <call_id>.yaml when it is left out')
    .action(working(loggedIn(scenario)));
  calls
    .command('cost <call_id>')
    .description('What a call used of its vendors, and what it cost.')
    .action(working(loggedIn(cost)));
  calls
    .command('delete <call_id>')
    .description('Delete a call that is over, with everything that belongs to it. It cannot be restored.')
    .action(working(loggedIn(remove)));
}

async function list(
  { api, print }: Work,
  { limit, offset, ...options }: CallOptions & { limit: number; offset: number },
): Promise<void> {
  const query = { limit, offset, ...callQuery(options) };
  print(await pageOfCalls(api, await organisationOf(api), query), ({ calls, total }) => {
    const rows = table(calls, {
      CREATED: ({ created_at }) => moment(created_at),
      CALL_ID: ({ call_id }) => call_id,
      TYPE: ({ call_type }) => call_type,
      OUTCOME: outcome,
      FROM: ({ from_number }) => from_number,
      TO: ({ to_number }) => to_number,
      AGENT: ({ agent_name, agent_id }) => agent_name ?? agent_id,
      LENGTH: length,
      ANALYSIS: ({ outcome: found }) => (found ? (found.success ?? found.status) : null),
    });
    return calls.length === total ? rows : `${rows}\n${calls.length} of ${total}`;
  });
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { call_id: id } };
  print(await answered(api.DELETE('/api/v1/calls/{call_id}', { params })), () => `Deleted ${id}.`);
}

async function show({ api, print }: Work, id: string): Promise<void> {
  print(await answered(api.GET('/api/v1/calls/{call_id}', { params: { path: { call_id: id } } })), callInWords);
}

async function cost({ api, print }: Work, id: string): Promise<void> {
  print(await answered(api.GET('/api/v1/calls/{call_id}/cost', { params: { path: { call_id: id } } })), costInWords);
}

async function transcript({ api, print, json }: Work, id: string): Promise<void> {
  const read = json ? readTranscript : readConversation;
  print(await read(api, id), (words) => words);
}

async function recording({ api, shell, note }: Work, id: string, options: { output?: string }): Promise<void> {
  const params = { path: { call_id: id } };
  const { output = `${id}.wav` } = options;
  await writeBytes(
    shell,
    output,
    await answered(api.GET('/api/v1/calls/{call_id}/recording', { params, ...streamed })),
  );
  if (output !== '-') note(`Written to ${output}.`);
}

async function scenario({ api, shell, note }: Work, id: string, options: { output?: string }): Promise<void> {
  const params = { path: { call_id: id } };
  const { output = `${id}.yaml` } = options;
  const file = await answered(api.GET('/api/v1/calls/{call_id}/scenario', { params, ...streamed }));
  await writeBytes(shell, output, file);
  if (output !== '-') note(`Written to ${output}. Play it with npm run scenario -- ${output}`);
}

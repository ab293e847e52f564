import { InvalidArgumentError, type Command } from 'commander';
import { answered, type CallLogResponse } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { callInWords, isOver, outcome } from '../call-words.ts';
import { changes } from '../changes.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { readConversation } from '../read-conversation.ts';
import { fields } from '../table.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

interface CallOptions {
  readonly from?: string;
  readonly var: Readonly<Record<string, string>>;
  readonly wait?: boolean;
}

/** How often an ended call is checked for its transcript, which is stored shortly after the end. */
const TRANSCRIPT_CHECKS = 10;

/** `call`. */
export function callCommand(program: Command, working: CommandAction): void {
  program
    .command('call <agent> <number>')
    .description('Have an agent call a number, as in +14155550100. <agent> is an id or a name.')
    .option('--from <number>', 'what the callee sees; the number of the agent when it is left out')
    .option('--var <name=value>', 'a value for the prompts’ placeholders; may be given again', collect, {})
    .option(
      '-w, --wait',
      'follow the call until it is over and print what was said; fails unless the call is completed',
    )
    .action(working(loggedIn(place)));
}

async function place(work: Work, agent: string, number: string, options: CallOptions): Promise<void> {
  const { api, print, note } = work;
  const body = { agent_id: await agentIdOf(api, agent), to_number: number, ...choicesOf(options) };
  const started = await answered(api.POST('/api/v1/calls/outbound', { body }));
  if (!options.wait) {
    const { call_id, status, from_number, to_number } = started;
    return print(started, () => fields({ call_id, status, from: from_number, to: to_number }));
  }
  note(`Calling ${number}: ${started.call_id}`);
  const ended = await followed(work, started.call_id);
  const words = ended.transcript_url === null ? null : await readConversation(api, ended.call_id);
  print(ended, (last) => words ?? callInWords(last));
  if (ended.status !== 'completed') throw new CommandFailed(EXIT.refused, failureOf(ended));
}

const failureOf = (call: CallLogResponse): string =>
  `The call was not completed: ${call.error_message ?? outcome(call)}`;

const choicesOf = ({ from, var: values }: CallOptions) => ({
  custom_variables: values,
  ...(from !== undefined && { from_number: from }),
});

/** The call when it has ended and, if it was answered, its transcript is available. */
async function followed({ api, shell, note }: Work, id: string): Promise<CallLogResponse> {
  const ask = () => answered(api.GET('/api/v1/calls/{call_id}', { params: { path: { call_id: id } } }));
  let last = await ask();
  let lastStatus = '';
  let looks = 0;
  const isSettled = (call: CallLogResponse): boolean => {
    if (isOver(call)) looks += 1;
    return (
      isOver(call) && (call.call_response !== 'answered' || call.transcript_url !== null || looks > TRANSCRIPT_CHECKS)
    );
  };
  for await (last of changes({ ask, pause: shell.pause, note }, isSettled)) {
    if (outcome(last) !== lastStatus) note(outcome(last));
    lastStatus = outcome(last);
  }
  return last;
}

function collect(pair: string, before: CallOptions['var']): CallOptions['var'] {
  const at = pair.indexOf('=');
  if (at < 1) throw new InvalidArgumentError('It looks like name=value.');
  return { ...before, [pair.slice(0, at)]: pair.slice(at + 1) };
}

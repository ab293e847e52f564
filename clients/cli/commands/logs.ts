import type { Command } from 'commander';
import type { CallLogResponse } from '../../typescript/index.ts';
import { length, outcome } from '../call-words.ts';
import { watched } from '../changes.ts';
import { organisationOf, pageOfCalls } from '../page-of-calls.ts';
import { moment, printable } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

type Calls = readonly CallLogResponse[];

/** Calls of one page, which is the most that one poll reads. */
const MOST = 500;

/** `logs`. */
export function logsCommand(program: Command, working: CommandAction): void {
  program
    .command('logs')
    .description('The call logs of the organisation, the oldest first.')
    .option('-n, --limit <number>', 'number of past calls', wholeNumber, 20)
    .option('-f, --follow', 'keep printing new calls and changes')
    .action(working(loggedIn(logs)));
}

async function logs(work: Work, { limit, follow }: { limit: number; follow?: boolean }): Promise<void> {
  const { api, shell, json, note } = work;
  if (!json) note('Oldest call first, with the time of its last change in UTC.');
  const orgId = await organisationOf(api);
  const ask = async (most = MOST) => (await pageOfCalls(api, orgId, { limit: most, offset: 0 })).calls.toReversed();
  if (!follow) return printAll(work, await ask(limit));
  for await (const calls of changed(watched({ ask, pause: shell.pause, note }), limit)) printAll(work, calls);
}

/** The latest calls, then every new or changed one. */
async function* changed(looks: AsyncIterable<Calls>, limit: number): AsyncGenerator<Calls> {
  let known: ReadonlySet<string> | null = null;
  for await (const calls of looks) {
    const before = known;
    yield before === null
      ? calls.slice(Math.max(0, calls.length - limit))
      : calls.filter((call) => !before.has(JSON.stringify(call)));
    known = new Set(calls.map((call) => JSON.stringify(call)));
  }
}

function printAll({ printEach }: Work, calls: Calls): void {
  for (const call of calls) printEach(call, line);
}

const line = (call: CallLogResponse): string =>
  [
    moment(call.updated_at),
    call.call_id,
    call.call_type.padEnd(8),
    `${call.from_number} → ${call.to_number}`,
    call.agent_name ?? call.agent_id,
    outcome(call),
    length(call) ?? '',
    call.error_message ?? '',
  ]
    .map(printable)
    .join('  ')
    .trimEnd();

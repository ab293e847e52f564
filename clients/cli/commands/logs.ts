import type { Command } from 'commander';
import type { CallLogResponse } from '../../typescript/index.ts';
import { length, outcome } from '../call-words.ts';
import { watched } from '../changes.ts';
import { organisationOf, pageOfCalls } from '../page-of-calls.ts';
import { moment, printable } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type Work, type Working } from '../work.ts';

type Calls = readonly CallLogResponse[];

/** As many calls as one page holds; those that are newer than these are looked at each time. */
const MOST = 500;

/** `logs`. */
export function logsCommand(program: Command, working: Working): void {
  program
    .command('logs')
    .description('The call logs of the organisation, the oldest first.')
    .option('-n, --limit <number>', 'how many to begin with', wholeNumber, 20)
    .option('-f, --follow', 'go on with each call that comes, and each time one changes')
    .action(working(loggedIn(logs)));
}

async function logs(work: Work, { limit, follow }: { limit: number; follow?: boolean }): Promise<void> {
  const { api, shell, json, note } = work;
  if (!json) note('The oldest call first; each time is that of its last change, in UTC.');
  const orgId = await organisationOf(api);
  const ask = async (most = MOST) => (await pageOfCalls(api, orgId, { limit: most, offset: 0 })).calls.toReversed();
  if (!follow) return printAll(work, await ask(limit));
  for await (const calls of changed(watched({ ask, pause: shell.pause, note }), limit)) printAll(work, calls);
}

/** The last calls there are, and then whatever is new or another than before. */
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

import type { Command } from 'commander';
import { answered } from '../../typescript/index.ts';
import { fields, moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `callbacks`. */
export function callbackCommands(program: Command, working: CommandAction): void {
  const callbacks = program.command('callbacks').description('Dials that were agreed with a person.');
  callbacks
    .command('list')
    .description('Callbacks that are not over, the soonest first.')
    .option('--all', 'also those that are over, the latest time first')
    .option('--limit <number>', 'how many at most, up to 500', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  callbacks
    .command('schedule <call_id>')
    .description('Call the person on a call back, or move the callback that waits.')
    .option('--in <minutes>', 'after this number of minutes', wholeNumber)
    .option('--day <day>', 'today, tomorrow, a weekday, or a day such as 2026-12-24')
    .option('--time <time>', 'local time of the person, such as 17:00')
    .option('--timezone <zone>', 'where the person is, such as America/Chicago')
    .option('--note <text>', 'what to talk about')
    .action(working(loggedIn(schedule)));
  callbacks
    .command('cancel <callback_id>')
    .description('Cancel a callback that waits.')
    .action(working(loggedIn(cancel)));
}

async function list({ api, print }: Work, { all, limit, offset }: { all?: true; limit: number; offset: number }) {
  const query = { limit, offset, upcoming: all ? 'false' : 'true' } as const;
  print(await answered(api.GET('/api/v1/callbacks', { params: { query } })), ({ callbacks }) =>
    table(callbacks, {
      ID: ({ callback_id }) => callback_id,
      NUMBER: ({ phone_number }) => phone_number,
      AT: ({ at }) => moment(at),
      ZONE: ({ timezone }) => timezone,
      STATUS: ({ status, outcome }) => (outcome === null || outcome === status ? status : `${status} (${outcome})`),
      LATER: ({ deferral }) => deferral && `${deferral.reason} until ${moment(deferral.until)}`,
      NOTE: ({ note }) => note,
    }),
  );
}

interface Wish {
  readonly in?: number;
  readonly day?: string;
  readonly time?: string;
  readonly timezone?: string;
  readonly note?: string;
}

async function schedule({ api, print }: Work, callId: string, { in: minutes, ...wish }: Wish): Promise<void> {
  const params = { path: { call_id: callId } };
  const body = { ...wish, ...(minutes !== undefined && { in_minutes: minutes }) };
  print(await answered(api.POST('/api/v1/calls/{call_id}/callback', { params, body })), (callback) =>
    fields({ callback_id: callback.callback_id, number: callback.phone_number, at: callback.time_in_words }),
  );
}

async function cancel({ api, print }: Work, callbackId: string): Promise<void> {
  const params = { path: { callback_id: callbackId } };
  print(await answered(api.DELETE('/api/v1/callbacks/{callback_id}', { params })), () => 'Callback canceled');
}

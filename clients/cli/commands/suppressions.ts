import type { Command } from 'commander';
import { answered, multipart } from '../../typescript/index.ts';
import { readUpload } from '../files.ts';
import { fields, moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `suppressions`. */
export function suppressionCommands(program: Command, working: CommandAction): void {
  const suppressions = program.command('suppressions').description('The numbers that are not called.');
  suppressions
    .command('list')
    .description('Numbers on the list, the newest first.')
    .option('--limit <number>', 'how many at most, up to 500', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  suppressions
    .command('add <number>')
    .description('Add a number. Campaigns that are running skip it too.')
    .option('--reason <text>', 'why, for people')
    .action(working(loggedIn(add)));
  suppressions
    .command('import <file>')
    .description('Add the numbers of a CSV file with a phone_number column and, if wanted, a reason column.')
    .action(working(loggedIn(importList)));
  suppressions
    .command('remove <number>')
    .description('Remove a number, so that it may be called again. For admins.')
    .action(working(loggedIn(remove)));
}

async function list({ api, print }: Work, query: { limit: number; offset: number }): Promise<void> {
  print(await answered(api.GET('/api/v1/suppressions', { params: { query } })), ({ suppressions }) =>
    table(suppressions, {
      NUMBER: ({ phone_number }) => phone_number,
      REASON: ({ reason }) => reason,
      SOURCE: ({ source }) => source,
      CALL: ({ call_id }) => call_id ?? null,
      'ADDED BY': ({ created_by }) => created_by,
      ADDED: ({ created_at }) => moment(created_at),
    }),
  );
}

async function add({ api, print }: Work, number: string, { reason }: { reason?: string }): Promise<void> {
  const body = { phone_number: number, ...(reason !== undefined && { reason }) };
  print(await answered(api.POST('/api/v1/suppressions', { body })), ({ created_at, ...entry }) =>
    fields({ number: entry.phone_number, reason: entry.reason, added: moment(created_at) }),
  );
}

async function importList({ api, print }: Work, file: string): Promise<void> {
  const upload = multipart(...(await readUpload(file)));
  print(
    await answered(api.POST('/api/v1/suppressions/import', upload)),
    ({ added, rows }) => `${added} of ${rows} numbers added; the others were on the list.`,
  );
}

async function remove({ api, print }: Work, number: string): Promise<void> {
  const params = { path: { phone_number: number } };
  print(await answered(api.DELETE('/api/v1/suppressions/{phone_number}', { params })), ({ message }) => message);
}

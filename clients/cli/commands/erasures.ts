import type { Command } from 'commander';
import { answered, type Erasure } from '../../typescript/index.ts';
import { fields, moment, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

/** `erasures`. */
export function erasureCommands(program: Command, working: CommandAction): void {
  const erasures = program.command('erasures').description('Erase what is stored. For admins. It cannot be restored.');
  erasures
    .command('list')
    .description('Requested erasures and their progress, the newest first.')
    .option('--limit <number>', 'how many at most, up to 500', wholeNumber, 50)
    .option('--offset <number>', 'how many to skip', wholeNumber, 0)
    .action(working(loggedIn(list)));
  erasures
    .command('show <erasure_id>')
    .description('The progress of an erasure.')
    .action(working(loggedIn(show)));
  erasures
    .command('number <phone_number>')
    .description('Erase everything about a phone number: calls, contacts, rows of contact lists, events.')
    .action(working(loggedIn(eraseNumber)));
  erasures
    .command('organisation')
    .description('Erase all data of the active organisation: agents, calls, campaigns, documents, credentials.')
    .requiredOption('--confirm <org_id>', 'the id of the organisation')
    .action(working(loggedIn(eraseOrganisation)));
}

async function list({ api, print }: Work, query: { limit: number; offset: number }): Promise<void> {
  print(await answered(api.GET('/api/v1/erasures', { params: { query } })), ({ erasures }) =>
    table(erasures, {
      ERASURE_ID: ({ erasure_id }) => erasure_id,
      OF: ({ phone_number }) => phone_number ?? 'organisation',
      STATUS: ({ status }) => status,
      ERASED: ({ erased }) => Object.values(erased).reduce((sum, count) => sum + count, 0),
      WAITING: ({ waiting }) => waiting,
      REQUESTED: ({ created_at }) => moment(created_at),
    }),
  );
}

async function show({ api, print }: Work, erasureId: string): Promise<void> {
  const params = { path: { erasure_id: erasureId } };
  print(await answered(api.GET('/api/v1/erasures/{erasure_id}', { params })), inWords);
}

async function eraseNumber({ api, print }: Work, phoneNumber: string): Promise<void> {
  print(await answered(api.POST('/api/v1/erasures', { body: { phone_number: phoneNumber } })), inWords);
}

async function eraseOrganisation({ api, print }: Work, { confirm }: { confirm: string }): Promise<void> {
  const params = { path: { org_id: confirm } };
  print(await answered(api.POST('/api/v1/organisations/{org_id}/erasure', { params })), inWords);
}

function inWords({ erasure_id, phone_number, status, erased, waiting, error_message, completed_at }: Erasure): string {
  const counts = Object.entries(erased).map(([kind, count]) => [kind.replace('_', ' '), count] as const);
  return fields({
    erasure_id,
    of: phone_number ?? 'organisation',
    status,
    ...Object.fromEntries(counts),
    waiting,
    ...(error_message !== null && { problem: error_message }),
    completed: moment(completed_at),
  });
}

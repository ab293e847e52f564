import { Option, type Command } from 'commander';
import { answered, type ApiKeyScope } from '../../typescript/index.ts';
import { fields, moment, table } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

interface KeyOptions {
  readonly scope: readonly ApiKeyScope[];
  readonly expires?: string;
}

/** `keys`. */
export function keyCommands(program: Command, working: CommandAction): void {
  const keys = program.command('keys').description('API keys, with which programs use the API. For admins.');
  keys
    .command('list')
    .description('All API keys, the newest first.')
    .action(working(loggedIn(list)));
  keys
    .command('create <name>')
    .description('Create an API key. This prints it once; it cannot be shown again.')
    .addOption(
      new Option('--scope <scope>', 'what it may do, for example agents.read; repeatable')
        .makeOptionMandatory()
        .argParser((scope: string, before: readonly string[] | undefined) => [...(before ?? []), scope]),
    )
    .option('--expires <date>', 'the end of its validity, for example 2027-01-01 or 2027-01-01T12:00:00Z')
    .action(working(loggedIn(create)));
  keys
    .command('delete <key_id>')
    .description('Delete an API key. Requests with it are refused from now on.')
    .action(working(loggedIn(remove)));
}

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/api-keys')), (all) =>
    table(all, {
      KEY_ID: ({ key_id }) => key_id,
      NAME: ({ name }) => name,
      KEY: ({ hint }) => `vak_…${hint}`,
      SCOPES: ({ scopes }) => scopes.join(' '),
      EXPIRES: ({ expires_at }) => expires_at && moment(expires_at),
      'LAST USED': ({ last_used_at }) => last_used_at && moment(last_used_at),
    }),
  );
}

async function create({ api, print }: Work, name: string, { scope, expires }: KeyOptions): Promise<void> {
  const day = expires?.match(/^\d{4}-\d\d-\d\d$/) ? `${expires}T00:00:00Z` : expires;
  const body = { name, scopes: [...scope], expires_at: day ?? null };
  print(await answered(api.POST('/api/v1/api-keys', { body })), ({ key, key_id, scopes, expires_at }) =>
    fields({
      key,
      key_id,
      scopes: scopes.join(' '),
      expires: expires_at && moment(expires_at),
    }),
  );
}

async function remove({ api, print }: Work, keyId: string): Promise<void> {
  const params = { path: { key_id: keyId } };
  print(await answered(api.DELETE('/api/v1/api-keys/{key_id}', { params })), ({ message }) => message);
}

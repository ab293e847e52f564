import type { Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { askSecret } from '../prompt.ts';
import { fields, moment, table } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type Connection = components['schemas']['SsoConnectionResponse'];

/** `sso`. */
export function singleSignOnCommands(program: Command, working: CommandAction): void {
  const sso = program.command('sso').description('OpenID providers at which people log in. For admins.');
  sso
    .command('list')
    .description('All connections, the newest first.')
    .action(working(loggedIn(list)));
  sso
    .command('create <domain>')
    .description(
      'Connect an OpenID provider. The client secret is asked for, or read from the standard input; it is never an argument.',
    )
    .requiredOption('--issuer <url>', 'the provider, for example https://login.acme.example')
    .requiredOption('--client-id <id>', 'the client that the provider has registered')
    .action(working(loggedIn(create)));
  sso
    .command('verify <connection_id>')
    .description('Verify the domain by its TXT record. From then on people log in at the provider.')
    .action(working(loggedIn(verify)));
  sso
    .command('delete <connection_id>')
    .description('Disconnect a provider. Sessions and passwords stay valid.')
    .action(working(loggedIn(remove)));
}

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/sso-connections')), (all) =>
    table(all, {
      CONNECTION_ID: ({ connection_id }) => connection_id,
      DOMAIN: ({ domain }) => domain,
      ISSUER: ({ issuer }) => issuer,
      VERIFIED: ({ verified_at }) => verified_at && moment(verified_at),
    }),
  );
}

async function create(
  { api, shell, print }: Work,
  domain: string,
  { issuer, clientId }: { issuer: string; clientId: string },
): Promise<void> {
  const secret = await askSecret(shell, 'Client secret: ');
  const body = { domain, issuer, client_id: clientId, client_secret: secret };
  print(await answered(api.POST('/api/v1/sso-connections', { body })), connectionInWords);
}

async function verify({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { connection_id: id } };
  print(
    await answered(api.POST('/api/v1/sso-connections/{connection_id}/verify', { params })),
    ({ domain }) => `${domain} is verified: people with its addresses can log in at the provider.`,
  );
}

async function remove({ api, print }: Work, id: string): Promise<void> {
  const params = { path: { connection_id: id } };
  print(await answered(api.DELETE('/api/v1/sso-connections/{connection_id}', { params })), ({ message }) => message);
}

const connectionInWords = ({ txt_record: { name, value }, ...connection }: Connection): string => {
  const { connection_id, domain, issuer, redirect_uri } = connection;
  return fields({ connection_id, domain, issuer, redirect_uri, txt_name: name, txt_value: value });
};

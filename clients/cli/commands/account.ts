import type { Command } from 'commander';
import { answered, type UserResponse } from '../../typescript/index.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { askLine, askSecret } from '../prompt.ts';
import { deleteSession, keepSession } from '../session.ts';
import { fields, moment, table } from '../table.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

/** `login`, `logout`, `whoami` and `usage`. */
export function accountCommands(program: Command, working: CommandAction): void {
  program
    .command('login')
    .description('Log in. The password is asked for, or read from the standard input; it is never an argument.')
    .option('-e, --email <address>', 'email of the account; without it, login asks for it')
    .addHelpText('after', `\nIn a script:\n  ${program.name()} login --email ada@example.com < password.txt`)
    .action(working(logIn));
  program
    .command('logout')
    .description('Delete the session on this machine.')
    .option('--everywhere', 'end every session of the account first, on all machines')
    .action(working(logOut));
  program
    .command('whoami')
    .description('Show the account that is logged in, and its API.')
    .action(working(loggedIn(whoAmI)));
  program
    .command('usage')
    .description('Show the quotas of the organisation and their use. Sizes are in bytes.')
    .action(working(loggedIn(showUsage)));
}

async function logIn({ api, apiUrl, shell, print }: Work, options: { email?: string }): Promise<void> {
  const email = options.email ?? (await emailOf(shell));
  const password = await askSecret(shell, 'Password: ');
  const session = await answered(api.POST('/api/v1/users/login', { body: { email, password } }));
  await keepSession(shell.env, { api: apiUrl, email, token: session.access_token });
  print(session, ({ role, organisations, org_id }) => {
    const place = organisations.find((each) => each.org_id === org_id)?.name;
    return place === undefined
      ? `Logged in as ${email}, without an organisation.`
      : `Logged in as ${email}, ${role} of ${place}.`;
  });
}

function emailOf(shell: Work['shell']): Promise<string> {
  if (!shell.stdin.isTTY) throw new CommandFailed(EXIT.usage, 'Without a terminal, --email is required.');
  return askLine(shell, 'E-mail: ');
}

async function logOut(work: Work, { everywhere = false }: { everywhere?: boolean }): Promise<void> {
  if (everywhere) await loggedIn(endSessions)(work);
  const { shell, note } = work;
  note((await deleteSession(shell.env)) ? 'Logged out.' : 'You were not logged in.');
}

async function endSessions({ api, note }: Work): Promise<void> {
  await answered(api.POST('/api/v1/users/logout-everywhere'));
  note('Every session of the account has ended.');
}

async function whoAmI({ api, apiUrl, print }: Work): Promise<void> {
  const me = await answered(api.GET('/api/v1/users/me'));
  print(me, ({ email, role, organisation_name, org_id }: UserResponse) =>
    fields({ email, role, organisation: organisation_name, org_id, api: apiUrl }),
  );
}

async function showUsage({ api, print }: Work): Promise<void> {
  const { org_id } = await answered(api.GET('/api/v1/users/me'));
  if (org_id === null)
    throw new CommandFailed(
      EXIT.refused,
      'You are not a member of an organisation: create one, or accept an invitation.',
    );
  const path = { params: { path: { org_id } } };
  print(await answered(api.GET('/api/v1/organisations/{org_id}/usage', path)), ({ quotas }) =>
    table(Object.entries(quotas), {
      QUOTA: ([name]) => name,
      USED: ([, { used }]) => used,
      LIMIT: ([, { limit }]) => limit,
      RESETS: ([, { resets_at }]) => moment(resets_at),
    }),
  );
}

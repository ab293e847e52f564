import { Command } from 'commander';
import { accountCommands } from './commands/account.ts';
import { agentCommands } from './commands/agents.ts';
import { canaryCommands } from './commands/agent-canary.ts';
import { versionCommands } from './commands/agent-versions.ts';
import { callCommand } from './commands/call.ts';
import { callsCommands } from './commands/calls.ts';
import { campaignCommands } from './commands/campaigns.ts';
import { dialCapCommands } from './commands/dial-caps.ts';
import { costsCommands } from './commands/costs.ts';
import { erasureCommands } from './commands/erasures.ts';
import { keyCommands } from './commands/keys.ts';
import { knowledgeCommands } from './commands/knowledge.ts';
import { logsCommand } from './commands/logs.ts';
import { mcpCommand } from './commands/mcp.ts';
import { rehearsalCommands } from './commands/rehearsals.ts';
import { retentionCommands } from './commands/retention.ts';
import { singleSignOnCommands } from './commands/single-sign-on.ts';
import { callbackCommands } from './commands/callbacks.ts';
import { suiteCommands } from './commands/suites.ts';
import { suppressionCommands } from './commands/suppressions.ts';
import { toolCommands } from './commands/tools.ts';
import { webhookCommands } from './commands/webhooks.ts';
import { endOf, EXIT } from './exit.ts';
import type { Shell } from './shell.ts';
import { printable } from './table.ts';
import { working } from './work.ts';

/** Runs one command line, as it stands after the program's name, and answers the exit code. */
export async function run(args: readonly string[], shell: Shell): Promise<number> {
  try {
    await programFor(shell).parseAsync([...args], { from: 'user' });
    return EXIT.ok;
  } catch (error) {
    const { code, words } = endOf(error);
    if (words !== '') shell.stderr.write(`${words.split('\n').map(printable).join('\n')}\n`);
    return code;
  }
}

function programFor(shell: Shell): Command {
  const program = new Command(shell.program.name)
    .description('The voice agent platform from the command line, over its public API.')
    .option('--api <url>', 'where the API listens; VOICE_API_URL, the address of the login, or http://127.0.0.1:8000')
    .option('--json', "print the API's own answers")
    .version(shell.program.version, '--version', 'print the version of this program')
    .addHelpText('after', notesFor(shell.program))
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .configureOutput({
      writeOut: (text) => void shell.stdout.write(text),
      writeErr: (text) => void shell.stderr.write(text),
    })
    .showHelpAfterError('(--help tells more)');
  for (const add of COMMANDS) add(program, working(shell));
  return program;
}

const COMMANDS = [
  accountCommands,
  agentCommands,
  versionCommands,
  canaryCommands,
  callCommand,
  callsCommands,
  campaignCommands,
  costsCommands,
  dialCapCommands,
  erasureCommands,
  keyCommands,
  knowledgeCommands,
  logsCommand,
  mcpCommand,
  rehearsalCommands,
  retentionCommands,
  singleSignOnCommands,
  callbackCommands,
  suiteCommands,
  suppressionCommands,
  toolCommands,
  webhookCommands,
];

const notesFor = ({ quietName }: Shell['program']): string => `
VOICE_API_TOKEN, an API key or a token, takes the place of a login. Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 the API cannot be reached.
For other programs:
  ${quietName} agents list --json`;

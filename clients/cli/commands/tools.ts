import { Option, type Command } from 'commander';
import { answered, type components } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { parseJson } from '../files.ts';
import { askSecret } from '../prompt.ts';
import { fields, moment, table } from '../table.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

type Trial = components['schemas']['ToolTestResponse'];

interface TrialOptions {
  readonly arguments: Record<string, unknown>;
  readonly variables: Record<string, unknown>;
}

/** `tools` and `tool-secrets`. */
export function toolCommands(program: Command, working: CommandAction): void {
  const tools = program.command('tools').description('Tools of agents. <agent> is an id or a name.');
  tools
    .command('try <agent> <tool>')
    .description(
      'Run a stored tool once, with a real request, and show what was sent and what the model would read. Fails with the tool.',
    )
    .addOption(jsonOption('--arguments', 'what the model would fill in, for example \'{"size": 4}\''))
    .addOption(jsonOption('--variables', 'variables of the call, in place of those of the agent'))
    .action(working(loggedIn(tryTool)));
  const secrets = program.command('tool-secrets').description('Secrets that tools send. For admins.');
  secrets
    .command('list')
    .description('All tool secrets by name, without their values.')
    .action(working(loggedIn(list)));
  secrets
    .command('store <name>')
    .description(
      'Store a secret, in place of one of this name. Its value is asked for, or read from the standard input; it is never an argument.',
    )
    .addOption(
      new Option('--host <host>', 'a host that it may be sent to, for example api.example.com; repeatable')
        .makeOptionMandatory()
        .argParser((host: string, before: readonly string[] | undefined) => [...(before ?? []), host]),
    )
    .action(working(loggedIn(store)));
  secrets
    .command('delete <name>')
    .description('Delete a secret. Refused while tools send it, unless forced.')
    .option('--force', 'delete it although tools send it: they fail from then on')
    .action(working(loggedIn(remove)));
}

const jsonOption = (name: string, description: string): Option =>
  new Option(`${name} <json>`, description).default({}, '{}').argParser((text) => parseJson(text, name));

async function tryTool(
  { api, print }: Work,
  agent: string,
  tool: string,
  { arguments: given, variables }: TrialOptions,
): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, agent), tool_name: tool } };
  const body = { arguments: given, ...(Object.keys(variables).length > 0 && { variables }) };
  const trial = await answered(api.POST('/api/v1/agents/{agent_id}/tools/{tool_name}/test', { params, body }));
  print(trial, trialInWords);
  if (!trial.ok) throw new CommandFailed(EXIT.refused, trial.cause ?? 'The tool failed.');
}

function trialInWords({ ok, status, content, variables, request, duration_ms }: Trial): string {
  const sent = [
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map((header) => header.join(': ')),
    ...(request.body === null ? [] : ['', request.body]),
  ];
  const result = fields({
    outcome: ok ? 'succeeded' : 'failed',
    status,
    took: `${duration_ms} ms`,
    variables: Object.keys(variables).length > 0 ? JSON.stringify(variables) : null,
    'the model reads': content,
  });
  return [...sent, '', result].join('\n');
}

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/tool-secrets')), (all) =>
    table(all, {
      NAME: ({ name }) => name,
      HOSTS: ({ hosts }) => hosts.join(' '),
      STORED: ({ updated_at }) => moment(updated_at),
    }),
  );
}

async function store({ api, shell, print }: Work, name: string, { host }: { host: readonly string[] }): Promise<void> {
  const value = await askSecret(shell, 'Value: ');
  const body = { name, value, hosts: [...host] };
  print(await answered(api.POST('/api/v1/tool-secrets', { body })), (stored) =>
    fields({ name: stored.name, value: stored.value, hosts: stored.hosts.join(' ') }),
  );
}

async function remove({ api, print }: Work, name: string, { force = false }: { force?: boolean }): Promise<void> {
  const params = { path: { secret_name: name }, ...(force && { query: { force: 'true' as const } }) };
  print(await answered(api.DELETE('/api/v1/tool-secrets/{secret_name}', { params })), ({ message }) => message);
}

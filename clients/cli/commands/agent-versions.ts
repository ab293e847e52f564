import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { answered, type AgentResponse, type Api } from '../../typescript/index.ts';
import { agentYaml, readAgentFile, writeVersion, type AgentFile } from '../agent-files.ts';
import { agentIdOf } from '../agent-of.ts';
import { differencesInWords } from '../difference-words.ts';
import { CommandFailed, EXIT } from '../exit.ts';
import { moment, shortened, table } from '../table.ts';
import { wholeNumber } from '../whole-number.ts';
import { loggedIn, type CommandAction, type Work } from '../work.ts';

interface NoteOption {
  readonly note?: string;
}

interface PushOptions extends NoteOption {
  readonly force?: boolean;
  readonly draft?: boolean;
  readonly dryRun?: boolean;
}

/** `agents versions`, `diff`, `roll-back`, `publish`, `pull` and `push`. */
export function versionCommands(program: Command, working: CommandAction): void {
  const agents = program.commands.find((command) => command.name() === 'agents')!;
  agents
    .command('versions <agent>')
    .description('What the agent was from one change to the next, the newest first.')
    .option('--limit <count>', 'how many at most', wholeNumber, 20)
    .action(working(loggedIn(versions)));
  agents
    .command('diff <agent> <version>')
    .description('What differs from the version before to this one.')
    .option('--against <version>', 'another version to compare with', wholeNumber)
    .action(working(loggedIn(diff)));
  agents
    .command('roll-back <agent> <version>')
    .description('Publish the configuration of an earlier version as a new one.')
    .option('--note <text>', 'what for')
    .action(working(loggedIn(rollBack)));
  agents
    .command('publish <agent>')
    .description('Publish the draft of an agent.')
    .option('--note <text>', 'what for')
    .option('--overwrite', 'although another version was published since it was begun')
    .action(working(loggedIn(publish)));
  agents
    .command('pull <agent>')
    .description('Write an agent to a YAML file, for `agents push`.')
    .option('-f, --file <file>', 'where to; - for the standard output', '-')
    .action(working(loggedIn(pull)));
  agents
    .command('push <file>')
    .description('Show what a YAML file of `agents pull` changes, and publish it. - for the standard input.')
    .option('--note <text>', 'what for')
    .option('--draft', 'write it as the draft of the agent, and publish nothing')
    .option('--dry-run', 'show only what it changes')
    .option('--force', 'although another version is published than the pulled one')
    .action(working(loggedIn(push)));
}

async function versions({ api, print }: Work, meant: string, { limit }: { readonly limit: number }): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant) }, query: { limit } };
  print(await answered(api.GET('/api/v1/agents/{agent_id}/versions', { params })), (page) =>
    table(page.versions, {
      VERSION: ({ version }) => (version === page.published_version ? `${version} published` : version),
      CREATED: ({ created_at }) => moment(created_at),
      BY: ({ created_by }) => created_by,
      CHANGED: ({ changed_fields }) => shortened(changed_fields.join(', ')),
      NOTE: ({ note }) => shortened(note ?? ''),
    }),
  );
}

interface DiffOption {
  readonly against?: number;
}

async function diff({ api, print }: Work, meant: string, version: string, { against }: DiffOption): Promise<void> {
  const path = { agent_id: await agentIdOf(api, meant), version };
  const params = { path, query: { ...(against !== undefined && { against }) } };
  const found = await answered(api.GET('/api/v1/agents/{agent_id}/versions/{version}/diff', { params }));
  print(found, ({ changes }) => differencesInWords(changes) || 'Nothing differs.');
}

async function rollBack({ api, print }: Work, meant: string, version: string, { note }: NoteOption): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant), version } };
  const body = { ...(note !== undefined && { note }) };
  print(
    await answered(api.POST('/api/v1/agents/{agent_id}/versions/{version}/restore', { params, body })),
    publishedInWords,
  );
}

interface PublishOptions extends NoteOption {
  readonly overwrite?: boolean;
}

async function publish({ api, print }: Work, meant: string, { note, overwrite }: PublishOptions): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant) } };
  const body = { ...(note !== undefined && { note }), ...(overwrite && { overwrite }) };
  print(await answered(api.POST('/api/v1/agents/{agent_id}/publish', { params, body })), publishedInWords);
}

async function pull({ api, shell, note }: Work, meant: string, { file }: { readonly file: string }): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant) } };
  const agent = await answered(api.GET('/api/v1/agents/{agent_id}', { params }));
  if (file === '-') return void shell.stdout.write(agentYaml(agent));
  await writeFile(file, agentYaml(agent));
  note(`Wrote ${agent.version === undefined ? agent.name : `version ${agent.version} of ${agent.name}`} to ${file}.`);
}

async function push({ api, shell, print, note }: Work, file: string, options: PushOptions): Promise<void> {
  const pulled = await readAgentFile(shell, file);
  const { agent_id, name, config } = pulled;
  const params = { path: { agent_id } };
  const found = await answered(api.POST('/api/v1/agents/{agent_id}/diff', { params, body: { name, config } }));
  const count = found.changes.length;
  if (count > 0) note(differencesInWords(found.changes));
  if (options.dryRun || count === 0) return print(found, () => countInWords(count, found.against));
  if (found.against !== pulled.version && !options.force) throw staleFile(file, pulled, found.against);
  if (options.draft) return pushDraft({ api, print }, pulled);
  const agent = await publishFile(api, pulled, { ...options, against: found.against });
  if (file !== '-' && agent.version !== undefined) await writeVersion(file, agent.version);
  print(agent, publishedInWords);
}

const countInWords = (count: number, against: number | null): string =>
  count === 0
    ? `Nothing differs from ${nameOf(against)}.`
    : `${count} ${count === 1 ? 'difference' : 'differences'} from ${nameOf(against)}.`;

/** Publishes what was compared, and overwrites nothing that was published since. */
function publishFile(
  api: Api,
  { agent_id, name, config }: AgentFile,
  { note, against }: NoteOption & { readonly against: number | null },
): Promise<AgentResponse> {
  const body = {
    ...{ name, config },
    ...(note !== undefined && { note }),
    ...(against !== null && { expected_version: against }),
  };
  return answered(api.PATCH('/api/v1/agents/{agent_id}', { params: { path: { agent_id } }, body }));
}

async function pushDraft(
  { api, print }: Pick<Work, 'print'> & { readonly api: Api },
  { agent_id, config }: AgentFile,
): Promise<void> {
  const params = { path: { agent_id } };
  print(
    await answered(api.PUT('/api/v1/agents/{agent_id}/draft', { params, body: { config } })),
    ({ base_version }) => `Wrote the draft, begun from version ${base_version}.`,
  );
}

const staleFile = (file: string, { version }: AgentFile, published: number | null): CommandFailed =>
  new CommandFailed(
    EXIT.refused,
    `${file} was pulled as ${nameOf(version)}, but ${nameOf(published)} is published.\n` +
      'Pull it again and repeat your changes, or overwrite what is published with --force.',
  );

const nameOf = (version: number | null): string =>
  version === null ? 'an agent without a version' : `version ${version}`;

const publishedInWords = ({ name, version }: AgentResponse): string =>
  version === undefined ? `${name} is published.` : `Version ${version} of ${name} is published.`;

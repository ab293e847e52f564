import type { Command } from 'commander';
import { answered, type AgentResponse, type paths } from '../../typescript/index.ts';
import { agentIdOf } from '../agent-of.ts';
import { readJson } from '../files.ts';
import { fields, moment, table } from '../table.ts';
import { loggedIn, type Work, type CommandAction } from '../work.ts';

type NewAgent = paths['/api/v1/agents']['post']['requestBody']['content']['application/json'];

interface FileOption {
  readonly file: string;
}

/** `agents`. */
export function agentCommands(program: Command, working: CommandAction): void {
  const agents = program.command('agents').description('Voice agents. <agent> is an id or a name.');
  agents
    .command('list')
    .description('All agents, the newest first.')
    .action(working(loggedIn(list)));
  agents
    .command('show <agent>')
    .description('One agent; --json for its whole configuration.')
    .action(working(loggedIn(show)));
  agents
    .command('create')
    .description('Create an agent.')
    .requiredOption('-f, --file <file>', 'JSON as `POST /agents` takes it; - for the standard input')
    .action(working(loggedIn(create)));
  agents
    .command('update <agent>')
    .description('Change an agent. What the file names is replaced, `config` as a whole.')
    .requiredOption('-f, --file <file>', 'JSON as `PATCH /agents/{agent_id}` takes it; - for the standard input')
    .action(working(loggedIn(update)));
  agents
    .command('archive <agent>')
    .description('Let an agent take and make no calls. It keeps its number and its history.')
    .action(working(loggedIn(setStatus('archived'))));
  agents
    .command('restore <agent>')
    .description('Let an archived agent take and make calls again.')
    .action(working(loggedIn(setStatus('active'))));
  agents
    .command('delete <agent>')
    .description('Delete an agent.')
    .action(working(loggedIn(remove)));
}

async function list({ api, print }: Work): Promise<void> {
  print(await answered(api.GET('/api/v1/agents')), (all) =>
    table(all, {
      AGENT_ID: ({ agent_id }) => agent_id,
      NAME: ({ name }) => name,
      CATEGORY: ({ agent_category }) => agent_category,
      NUMBER: ({ linked_phone_number }) => linked_phone_number,
      STATUS: ({ status }) => status,
      CREATED: ({ created_at }) => moment(created_at),
    }),
  );
}

async function show({ api, print }: Work, meant: string): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant) } };
  print(await answered(api.GET('/api/v1/agents/{agent_id}', { params })), inWords);
}

async function create({ api, shell, print }: Work, { file }: FileOption): Promise<void> {
  const body = (await readJson(shell, file)) as NewAgent;
  print(await answered(api.POST('/api/v1/agents', { body })), inWords);
}

async function update({ api, shell, print }: Work, meant: string, { file }: FileOption): Promise<void> {
  const body = await readJson(shell, file);
  const params = { path: { agent_id: await agentIdOf(api, meant) } };
  print(await answered(api.PATCH('/api/v1/agents/{agent_id}', { params, body })), inWords);
}

const setStatus =
  (status: AgentResponse['status']) =>
  async ({ api, print }: Work, meant: string): Promise<void> => {
    const params = { path: { agent_id: await agentIdOf(api, meant) } };
    print(await answered(api.PATCH('/api/v1/agents/{agent_id}', { params, body: { status } })), inWords);
  };

async function remove({ api, print }: Work, meant: string): Promise<void> {
  const params = { path: { agent_id: await agentIdOf(api, meant) } };
  print(await answered(api.DELETE('/api/v1/agents/{agent_id}', { params })), ({ message }) => message);
}

const inWords = ({ config, telephony, ...agent }: AgentResponse): string =>
  fields({
    agent_id: agent.agent_id,
    name: agent.name,
    status: agent.status,
    category: agent.agent_category,
    provider: telephony?.provider ?? null,
    number: agent.linked_phone_number,
    language: config.language.primary,
    stt: config.models.stt_config.provider,
    llm: config.models.llm_config.provider,
    tts: config.models.tts_config.provider,
    greeting: config.prompts.greeting_message,
    knowledge: config.knowledge_base.enabled ? config.knowledge_base.mode : null,
    created: moment(agent.created_at),
    updated: moment(agent.updated_at),
  });

import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig, type AgentConfigPayload } from '../../domain/agents/config.ts';
import type { KnownProviders } from '../../domain/agents/models.ts';
import type { InstalledVersion, LoadedAgent } from '../../application/runtime/rehearsal/suite-plan.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import { handoverAgents } from '../../application/rehearsal/handover-agents.ts';
import { ApiRefusal, type InstallationApi } from '../lib/installation-api.ts';

/** Which agent, and what of it. */
export interface AgentChoice {
  /** A file, or the id of an agent. */
  readonly source: string;
  /** `draft`, the number of a version, or null for what it is now. */
  readonly version: string | null;
}

interface Sources {
  /** Where files are looked for. */
  readonly folder: string;
  readonly providers: KnownProviders;
  /** The files of the agents that agents of files hand over to. Absent: there are none. */
  readonly targets?: TargetFiles;
  readonly api: () => Promise<Pick<InstallationApi, 'json' | 'post'>>;
}

/** Files of agents by the names of targets, and where they are. */
export interface TargetFiles {
  readonly folder: string;
  readonly files: Readonly<Record<string, string>>;
}

type AgentContent = Partial<Pick<Agent, 'agent_id' | 'name' | 'agent_category' | 'config' | 'status' | 'version'>>;

/** The id of an agent that has none. */
const FIRST = 'rehearsed';

/** Reads the agent of a file, or that of a running installation. Throws an error that says what to do. */
export async function rehearsedAgent(choice: AgentChoice, sources: Sources): Promise<LoadedAgent> {
  const path = resolve(sources.folder, choice.source);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null && choice.version !== null) throw new Error(`${choice.source} is a file, which has no versions`);
  if (text !== null) return agentOfFile(path, choice.source, sources);
  if (/\.json$|[/\\]/u.test(choice.source)) throw new Error(`There is no file ${path}`);
  return installedAgent(choice, sources);
}

/** The agent of an installation with its present configuration, its draft or one of its versions. */
async function installedAgent(
  { source, version }: AgentChoice,
  { api: open, providers }: Sources,
): Promise<LoadedAgent> {
  const api = await open();
  const agent = await api.json<AgentContent>(`/agents/${encodeURIComponent(source)}`);
  const installed = installedVersion({ ...agent, agent_id: agent.agent_id ?? source }, version);
  const load = async (content: AgentContent, title: string): Promise<LoadedAgent> => {
    const first = agentOf(content, providers);
    const others = await handoverAgents([first], (id) => agentIn(api, id, providers));
    return { agent: first, others, title, search: documentSearch(api), installed };
  };
  if (version === null) return load(agent, agent.name ?? source);
  const { config } = await api.json<AgentContent>(versionPath(source, version));
  const title = `${agent.name ?? source}, ${version === 'draft' ? 'draft' : `version ${version}`}`;
  return load({ ...agent, ...(config && { config }) }, title);
}

/** What is rehearsed of an agent: its draft, a version, or what is published. */
export const installedVersion = (
  { agent_id, version: published }: { readonly agent_id: string; readonly version?: number },
  version: string | null,
): InstalledVersion => ({
  agent_id,
  version: version === null ? (published ?? null) : version === 'draft' ? null : Number(version),
  is_draft: version === 'draft',
});

interface FoundPassages {
  readonly chunks: readonly Excerpt[];
  /** Whether one of them may answer the question. If not, agents get none. */
  readonly close: boolean;
}

/** The search of an installation in the documents of the organisation. The same question is asked once for all conversations. */
function documentSearch(api: Pick<InstallationApi, 'post'>): NonNullable<LoadedAgent['search']> {
  const answers = new Map<string, Promise<readonly Excerpt[]>>();
  return (_orgId, question) => {
    const key = JSON.stringify(question);
    const answer =
      answers.get(key) ??
      api.post<FoundPassages>('/knowledge/ask', question).then(({ chunks, close }) => (close ? chunks : []));
    answers.set(key, answer);
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

function described(text: string, path: string): AgentContent {
  const content = JSON.parse(text) as AgentContent & Partial<AgentConfigPayload>;
  const config = content.config ?? (content.models && (content as AgentConfigPayload));
  if (!config) throw new Error(`${path} is not an agent: it has no config`);
  return { ...content, config };
}

/** The agent of a file, with those that it hands over to. Each has the name of its file as its id. */
async function agentOfFile(path: string, title: string, { providers, targets }: Sources): Promise<LoadedAgent> {
  const { folder, files } = targets ?? { folder: '', files: {} };
  const read = async (file: string, id: string): Promise<Agent> => {
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text === null) throw new Error(`There is no file ${file}, which targets of the suite names`);
    return withTargets(agentOf({ ...described(text, file), agent_id: id }, providers), files);
  };
  const own = Object.values(files).find((file) => resolve(folder, file) === path);
  const first = await read(path, own ?? FIRST);
  return { agent: first, others: await handoverAgents([first], (id) => read(resolve(folder, id), id)), title };
}

/** The agent, with the agents of these files as the targets of its handovers. */
function withTargets(agent: Agent, files: TargetFiles['files']): Agent {
  const { handover } = agent.config;
  if (!handover) return agent;
  const unknown = handover.targets.filter(({ name }) => !Object.hasOwn(files, name)).map(({ name }) => name);
  if (unknown.length > 0)
    throw new Error(`${agent.name} hands calls over to ${unknown.join(', ')}: name the files in targets of the suite`);
  const targets = handover.targets.map((target) => ({ ...target, agent_id: files[target.name] ?? target.agent_id }));
  return { ...agent, config: { ...agent.config, handover: { targets } } };
}

/** An agent of an installation as it is published. Null: there is none. */
async function agentIn(
  api: Pick<InstallationApi, 'json'>,
  id: string,
  providers: KnownProviders,
): Promise<Agent | null> {
  const content = await contentIn<AgentContent>(api, id);
  return content && agentOf(content, providers);
}

/** What an installation has of an agent as it is published. Null: there is none. */
export async function contentIn<T>(api: Pick<InstallationApi, 'json'>, id: string): Promise<T | null> {
  try {
    return await api.json<T>(`/agents/${encodeURIComponent(id)}`);
  } catch (error) {
    if (error instanceof ApiRefusal && error.status === 404) return null;
    throw error;
  }
}

/** Where an installation has the draft or a version of an agent. */
export const versionPath = (id: string, version: string): string =>
  `/agents/${encodeURIComponent(id)}${version === 'draft' ? '/draft' : `/versions/${version}`}`;

const agentOf = (
  { agent_id = FIRST, name = 'Agent', agent_category = 'websocket', status = 'active', version, config }: AgentContent,
  providers: KnownProviders,
): Agent => ({
  ...{ agent_id, name, agent_category, config: parseAgentConfig(config, providers), org_id: 'rehearsal', status },
  ...{ created_by: '', linked_phone_number: null, telephony: null, created_at: '', updated_at: '' },
  ...(version !== undefined && { version }),
});

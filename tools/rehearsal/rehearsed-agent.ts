import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Agent } from '../../domain/agents/agent.ts';
import { parseAgentConfig, type AgentConfigPayload } from '../../domain/agents/config.ts';
import type { KnownProviders } from '../../domain/agents/models.ts';
import type { InstalledVersion, LoadedAgent } from '../../application/runtime/rehearsal/suite-plan.ts';
import type { Excerpt } from '../../domain/knowledge/grounding.ts';
import type { InstallationApi } from '../lib/installation-api.ts';

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
  readonly api: () => Promise<Pick<InstallationApi, 'json' | 'post'>>;
}

type AgentContent = Partial<Pick<Agent, 'agent_id' | 'name' | 'agent_category' | 'config'>> & {
  readonly version?: number;
};

/** Reads the agent of a file, or that of a running installation. Throws an error that says what to do. */
export async function rehearsedAgent(choice: AgentChoice, sources: Sources): Promise<LoadedAgent> {
  const path = resolve(sources.folder, choice.source);
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text !== null && choice.version !== null) throw new Error(`${choice.source} is a file, which has no versions`);
  if (text !== null) return agentOf(described(text, path), choice.source, sources.providers);
  if (/\.json$|[/\\]/u.test(choice.source)) throw new Error(`There is no file ${path}`);
  return installedAgent(choice, sources);
}

/** The agent of an installation with its present configuration, its draft or one of its versions. */
async function installedAgent(
  { source, version }: AgentChoice,
  { api: open, providers }: Sources,
): Promise<LoadedAgent> {
  const api = await open();
  const path = `/agents/${encodeURIComponent(source)}`;
  const agent = await api.json<AgentContent>(path);
  const search = documentSearch(api);
  const installed = installedVersion({ ...agent, agent_id: agent.agent_id ?? source }, version);
  if (version === null) return { ...agentOf(agent, agent.name ?? source, providers), search, installed };
  const { config } = await api.json<AgentContent>(`${path}${version === 'draft' ? '/draft' : `/versions/${version}`}`);
  const title = `${agent.name ?? source}, ${version === 'draft' ? 'draft' : `version ${version}`}`;
  return { ...agentOf({ ...agent, ...(config && { config }) }, title, providers), search, installed };
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

function agentOf(
  { agent_id = 'rehearsed', name = 'Agent', agent_category = 'websocket', config }: AgentContent,
  title: string,
  providers: KnownProviders,
): LoadedAgent {
  const parsed = parseAgentConfig(config, providers);
  if (parsed.handover)
    throw new Error(
      'An agent that hands calls over is rehearsed by voice only: pass the id of an installed one as --agent, and --voice',
    );
  return {
    title,
    agent: {
      ...{ agent_id, name, agent_category, config: parsed, org_id: 'rehearsal', status: 'active' },
      ...{ created_by: '', linked_phone_number: null, telephony: null, created_at: '', updated_at: '' },
    },
  };
}

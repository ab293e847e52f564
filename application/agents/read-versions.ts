import { allow, isBot, type Principal } from '../../domain/accounts/principal.ts';
import { agentName } from '../../domain/agents/agent.ts';
import {
  contentFields,
  contentOf,
  isPublished,
  summaryOf,
  versionOf,
  type AgentVersion,
  type VersionedAgent,
  type VersionSummary,
} from '../../domain/agents/agent-version.ts';
import { parseAgentConfig } from '../../domain/agents/config.ts';
import { readAll } from '../../domain/agents/json-readers.ts';
import { differences, withLines, type Difference } from '../../domain/agents/differences.ts';
import { invalid, missing } from '../../domain/errors.ts';
import type { AgentDraftRepository } from '../ports/agent-drafts.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { ProviderRegistry } from '../ports/providers.ts';
import type { NewAgent } from './create-agent.ts';

interface Ports {
  readonly agents: AgentRepository;
  readonly agentVersions: AgentVersionRepository;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** One page of the versions of an agent. */
export interface VersionPage extends Page {
  readonly versions: AsyncIterable<VersionSummary>;
  readonly total: number;
  /** Null: the present content of the agent is not a version. */
  readonly published_version: number | null;
  /** Null: the agent has no draft. */
  readonly draft_revision: string | null;
}

/** A version, without the organisation. */
export type ReadVersion = Omit<AgentVersion, 'org_id'>;

/** What differs from one version of an agent to another. */
export interface VersionDiff {
  readonly agent_id: string;
  readonly version: number;
  /** Null: there is none before it. */
  readonly against: number | null;
  readonly changes: readonly Difference[];
}

/** What a change would change. */
export interface ChangeDiff {
  readonly agent_id: string;
  /** The published version. Null: what is published is not a version. */
  readonly against: number | null;
  readonly changes: readonly Difference[];
}

/** Lists one page of the versions of an agent, newest first, without their configurations. */
export const listVersions =
  (ports: Ports & { readonly agentDrafts: Pick<AgentDraftRepository, 'find'> }) =>
  async (principal: Principal, agentId: string, { limit, offset }: Page): Promise<VersionPage> => {
    const { org_id } = allow(principal, 'agents.list');
    const agent = await storedAgent(ports, org_id, agentId);
    const [total, draft] = await Promise.all([
      ports.agentVersions.count(org_id, agentId),
      ports.agentDrafts.find(org_id, agentId),
    ]);
    const versions = summaries(ports.agentVersions.list(org_id, agentId, { limit, offset }));
    return {
      ...{ versions, limit, offset, total },
      published_version: isPublished(agent) ? agent.version : null,
      draft_revision: draft?.revision ?? null,
    };
  };

async function* summaries(versions: AsyncIterable<AgentVersion>): AsyncGenerator<VersionSummary> {
  for await (const version of versions) yield summaryOf(version);
}

/** Finds one version of an agent, with its configuration. */
export const findVersion =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, version: number): Promise<ReadVersion> => {
    // The runtime reads the version of a canary.
    const { org_id } = allow(principal, isBot(principal) ? 'agents.read' : 'agents.list');
    await storedAgent(ports, org_id, agentId);
    const { org_id: _org, ...found } = await storedVersion(ports, org_id, agentId, version);
    return found;
  };

/** Compares a version of an agent with another one, or with the one before it. */
export const compareVersions =
  (ports: Ports) =>
  async (principal: Principal, agentId: string, version: number, against?: number): Promise<VersionDiff> => {
    const { org_id } = allow(principal, 'agents.list');
    await storedAgent(ports, org_id, agentId);
    if (against !== undefined && !Number.isSafeInteger(against))
      throw invalid('against must be the number of a version');
    const after = await storedVersion(ports, org_id, agentId, version);
    const before =
      against === undefined
        ? await ports.agentVersions.latest(org_id, agentId, version)
        : await storedVersion(ports, org_id, agentId, against);
    const changes = before ? withLines(differences(contentFields(before), contentFields(after))) : [];
    return { agent_id: agentId, version, against: before?.version ?? null, changes };
  };

/** Fields of an agent that would be changed. */
export type ComparedChange = Pick<NewAgent, 'name' | 'config'>;

/** Compares what is published with what a change would publish, after checking its configuration. Changes nothing. */
export const compareChange =
  (ports: Ports & { readonly providers: ProviderRegistry }) =>
  async (principal: Principal, agentId: string, change: Partial<ComparedChange>): Promise<ChangeDiff> => {
    const { org_id } = allow(principal, 'agents.list');
    const agent = await ports.agents.find(org_id, agentId);
    if (!agent) throw missing('Agent');
    const { name, config } = change;
    const read = readAll({
      ...(name !== undefined && { name: () => agentName(name) }),
      ...(config !== undefined && { config: () => parseAgentConfig(config, ports.providers) }),
    });
    const published = contentOf(agent);
    const changes = withLines(differences(contentFields(published), contentFields({ ...published, ...read })));
    return { agent_id: agentId, against: agent.version ?? null, changes };
  };

/** The agent, after its present version is stored: the process that made it may have ended before. */
async function storedAgent({ agents, agentVersions }: Ports, orgId: string, agentId: string): Promise<VersionedAgent> {
  const agent = await agents.findVersioned(orgId, agentId);
  if (!agent) throw missing('Agent');
  if (isPublished(agent) && !(await agentVersions.find(orgId, agentId, agent.version)))
    await agentVersions.add(versionOf(agent));
  return agent;
}

/** A version that is kept. */
export async function storedVersion(
  { agentVersions }: Pick<Ports, 'agentVersions'>,
  orgId: string,
  agentId: string,
  version: number,
): Promise<AgentVersion> {
  const found = Number.isSafeInteger(version) ? await agentVersions.find(orgId, agentId, version) : null;
  if (!found) throw missing('Version', 'GET /agents/{agent_id}/versions lists those that are kept');
  return found;
}

import type { Agent } from '../../domain/agents/agent.ts';
import { isPublished } from '../../domain/agents/agent-version.ts';
import { missing } from '../../domain/errors.ts';
import type { RehearsalSideId } from '../../domain/rehearsal/rehearsed-conversation.ts';
import type { RehearsalSide, RehearsedVersion } from '../../domain/rehearsal/rehearsal-run.ts';
import type { AgentDraftRepository } from '../ports/agent-drafts.ts';
import type { AgentRepository } from '../ports/agents.ts';
import type { AgentVersionRepository } from '../ports/agent-versions.ts';

export interface AgentPorts {
  readonly agents: AgentRepository;
  readonly agentVersions: Pick<AgentVersionRepository, 'find'>;
  readonly agentDrafts: Pick<AgentDraftRepository, 'find'>;
}

/** An agent as a side of a run has it. */
export interface SideAgent {
  readonly agent: Agent;
  readonly side: RehearsalSide;
}

interface WantedSide {
  readonly side: RehearsalSideId;
  readonly version: RehearsedVersion | 'published';
}

/** The agent with what is published, its draft or one of its versions. Throws `missing` for what it does not have. */
export async function sideAgent(
  { agents, agentVersions, agentDrafts }: AgentPorts,
  { org_id, agent_id }: Pick<Agent, 'org_id' | 'agent_id'>,
  { side, version }: WantedSide,
): Promise<SideAgent> {
  const agent = await agents.findVersioned(org_id, agent_id);
  if (!agent) throw missing('Agent');
  const sideOf = (words: string, facts: Pick<RehearsalSide, 'version' | 'is_draft'>): RehearsalSide => ({
    ...{ side, title: words === '' ? agent.name : `${agent.name}, ${words}`, ...facts, summary: null },
  });
  if (version === 'published') {
    const published = isPublished(agent) ? agent.version : null;
    const words = published === null ? '' : `version ${published}`;
    return { agent, side: sideOf(words, { version: published, is_draft: false }) };
  }
  if (version === 'draft') {
    const draft = await agentDrafts.find(org_id, agent_id);
    if (!draft) throw missing('Draft');
    return { agent: { ...agent, config: draft.config }, side: sideOf('draft', { version: null, is_draft: true }) };
  }
  const found = await agentVersions.find(org_id, agent_id, version);
  if (!found) throw missing(`Version ${version}`);
  const then = { ...agent, config: found.config, agent_category: found.agent_category };
  return { agent: then, side: sideOf(`version ${version}`, { version, is_draft: false }) };
}

import type { AgentDraft } from '../../domain/agents/agent-draft.ts';

/** For storing drafts of agents, at most one for each. Drafts of other organisations are not found. */
export interface AgentDraftRepository {
  /** Stores a draft, or returns false when the agent has one, also under a race. */
  add(draft: AgentDraft): Promise<boolean>;
  find(orgId: string, agentId: string): Promise<AgentDraft | null>;
  /** Replaces the given fields of a draft as it was seen: the changed draft, or null when it has another revision. */
  change(
    seen: Pick<AgentDraft, 'org_id' | 'agent_id' | 'revision'>,
    changes: Partial<AgentDraft>,
  ): Promise<AgentDraft | null>;
  /** Removes the draft of an agent, with a revision only that one, and returns whether there was one. */
  remove(orgId: string, agentId: string, revision?: string): Promise<boolean>;
}

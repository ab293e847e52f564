import type { AgentDraftRepository } from '../../application/ports/agent-drafts.ts';
import type { AgentDraft } from '../../domain/agents/agent-draft.ts';
import { falseOnUniqueViolation, type DocumentStore } from './collection.ts';

/** Drafts of agents as documents, at most one per agent. */
export async function documentAgentDrafts(store: DocumentStore): Promise<AgentDraftRepository> {
  const drafts = await store.open<AgentDraft>({
    name: 'agent_drafts',
    indexes: [{ name: 'by_agent', fields: ['org_id', 'agent_id'], unique: true }],
  });
  return {
    add: (draft) => falseOnUniqueViolation(drafts.insert(draft), 'by_agent'),
    find: (orgId, agentId) => drafts.findOne({ org_id: orgId, agent_id: agentId }),
    change: ({ org_id, agent_id, revision }, changes) => drafts.change({ org_id, agent_id, revision }, changes),
    remove: async (orgId, agentId, revision) =>
      (await drafts.remove({ org_id: orgId, agent_id: agentId, ...(revision !== undefined && { revision }) })) > 0,
  };
}

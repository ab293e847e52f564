import { requiredDocuments, type AgentKnowledgeBase } from '../../domain/agents/knowledge-base.ts';
import { invalid } from '../../domain/errors.ts';
import type { KnowledgeDocumentRepository } from '../ports/knowledge-documents.ts';

export interface KnowledgePorts {
  readonly knowledge: KnowledgeDocumentRepository;
}

/** Rejects document ids that the organisation does not have or that are not `ready`. */
export async function requireReadyDocuments(
  { knowledge }: KnowledgePorts,
  orgId: string,
  wanted: AgentKnowledgeBase,
): Promise<void> {
  const ids = requiredDocuments(wanted);
  if (ids.length === 0) return;
  const found = await knowledge.findMany(orgId, ids);
  const ready = new Set(found.filter(({ status }) => status === 'ready').map(({ document_id }) => document_id));
  const unready = ids.filter((id) => !ready.has(id));
  if (unready.length > 0)
    throw invalid(unready.map((id) => `knowledge_base.document_ids: document ${id} is not ready`));
}

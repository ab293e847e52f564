import { requiredDocuments, type AgentKnowledgeBase } from '../../domain/agents/knowledge-base.ts';
import { invalid } from '../../domain/errors.ts';

/** Refuses knowledge that is not ready to be used. Nothing takes documents, so no document is. */
export function requireReady(knowledge: AgentKnowledgeBase): void {
  const [unready] = requiredDocuments(knowledge);
  if (unready !== undefined) throw invalid(`knowledge_base.document_ids: document ${unready} is not ready`);
}

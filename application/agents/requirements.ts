import { telephonyProviderOf, type AgentCategory } from '../../domain/agents/agent.ts';
import { requiredDocuments, type AgentKnowledgeBase } from '../../domain/agents/knowledge-base.ts';
import { invalid } from '../../domain/errors.ts';

/** Refuses a category that no registered carrier can serve. The browser needs none, and none is registered. */
export function requireReachable(category: AgentCategory, telephonyProvider: string | null): void {
  const provider = telephonyProviderOf(category, telephonyProvider);
  if (provider !== null) throw invalid(`No telephony provider is registered, so ${provider} cannot be used`);
}

/** Refuses knowledge that is not ready to be used. Nothing takes documents, so no document is. */
export function requireReady(knowledge: AgentKnowledgeBase): void {
  const [unready] = requiredDocuments(knowledge);
  if (unready !== undefined) throw invalid(`knowledge_base.document_ids: document ${unready} is not ready`);
}

import { invalid } from '../errors.ts';
import { readAll, readFlag, readInteger, readObject, readText, readTexts } from './json-readers.ts';

/** `context` puts excerpts before each answer; `tool` lets the model ask for them. */
export type KnowledgeMode = 'tool' | 'context';

/** The documents an agent is grounded on. */
export interface AgentKnowledgeBase {
  readonly enabled: boolean;
  readonly mode: KnowledgeMode;
  readonly document_ids: readonly string[];
  readonly top_k: number;
}

/** What a call does with knowledge. */
export interface EffectiveKnowledge {
  readonly mode: KnowledgeMode;
  readonly documentIds: readonly string[];
  readonly topK: number;
}

/** Language models that can be trusted to call a function. */
const FUNCTION_CALLING_PROVIDERS: readonly string[] = ['openai', 'anthropic', 'groq', 'azure_openai'];

const TOP_K = { minimum: 1, default: 5, maximum: 10 } as const;

/** A knowledge base out of untyped JSON. Whether a model can use it, `requireThinkers` knows. */
export function parseKnowledgeBase(input: unknown): AgentKnowledgeBase {
  const given = readObject(input, 'knowledge_base') ?? {};
  const parsed: AgentKnowledgeBase = readAll({
    enabled: () => readFlag(given['enabled'], 'knowledge_base.enabled') ?? false,
    mode: () => parseMode(readText(given['mode'], 'knowledge_base.mode') ?? 'context'),
    document_ids: () => named(readTexts(given['document_ids'], 'knowledge_base.document_ids') ?? []),
    top_k: () => readInteger(given['top_k'], 'knowledge_base.top_k', TOP_K) ?? TOP_K.default,
  });
  if (parsed.enabled && parsed.document_ids.length === 0)
    throw invalid('knowledge_base.document_ids must hold at least one document id when enabled');
  return parsed;
}

/** Refuses a knowledge base that one of those who may come to think cannot use. */
export function requireToolCallingProviders(
  { enabled, mode }: AgentKnowledgeBase,
  llmProviders: readonly string[],
): void {
  if (enabled && mode === 'tool' && !llmProviders.every(callsFunctions))
    throw invalid(`knowledge_base.mode tool needs one of the LLM providers: ${FUNCTION_CALLING_PROVIDERS.join(', ')}`);
}

/** The documents that must be ready for an agent to be stored. */
export const requiredDocuments = (knowledge: AgentKnowledgeBase): readonly string[] =>
  knowledge.enabled ? knowledge.document_ids : [];

/** What a call makes of stored knowledge, however odd it is: a usable plan for whoever may think, or null to go without. */
export function effectiveKnowledge(
  stored: Readonly<Partial<Record<keyof AgentKnowledgeBase, unknown>>>,
  llmProviders: readonly string[],
): EffectiveKnowledge | null {
  const ids = Array.isArray(stored.document_ids) ? stored.document_ids : [];
  const documentIds = named(ids.filter((id) => typeof id === 'string'));
  if (stored.enabled !== true || documentIds.length === 0) return null;
  const topK = Number.isFinite(stored.top_k) ? Math.trunc(stored.top_k as number) : TOP_K.default;
  return {
    mode: stored.mode === 'tool' && llmProviders.every(callsFunctions) ? 'tool' : 'context',
    documentIds,
    topK: Math.min(TOP_K.maximum, Math.max(TOP_K.minimum, topK)),
  };
}

const callsFunctions = (llmProvider: string): boolean => FUNCTION_CALLING_PROVIDERS.includes(llmProvider);

function parseMode(mode: string): KnowledgeMode {
  if (mode !== 'tool' && mode !== 'context') throw invalid('knowledge_base.mode must be tool or context');
  return mode;
}

/** The ids that name something, each once. */
const named = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.trim()).filter((id) => id !== ''))];

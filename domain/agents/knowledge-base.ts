import { invalid } from '../errors.ts';
import { readAll, readFlag, readInteger, readObject, readText, readTexts } from './json-readers.ts';

/** `context` adds excerpts before each reply. `tool` lets the model search. */
export type KnowledgeMode = 'tool' | 'context';

/** Documents an agent is grounded on. */
export interface AgentKnowledgeBase {
  readonly enabled: boolean;
  readonly mode: KnowledgeMode;
  readonly document_ids: readonly string[];
  readonly top_k: number;
}

/** Effective knowledge settings of a call. */
export interface EffectiveKnowledge {
  readonly mode: KnowledgeMode;
  readonly documentIds: readonly string[];
  readonly topK: number;
}

/** LLM providers whose models reliably call tools. */
const FUNCTION_CALLING_PROVIDERS: readonly string[] = ['openai', 'anthropic', 'groq', 'azure_openai'];

const TOP_K = { minimum: 1, default: 5, maximum: 10 } as const;

/** Parses a knowledge base from untyped JSON. `requireToolCallingProviders` checks whether the LLM supports it. */
export function parseKnowledgeBase(input: unknown): AgentKnowledgeBase {
  const given = readObject(input, 'knowledge_base') ?? {};
  const parsed: AgentKnowledgeBase = readAll({
    enabled: () => readFlag(given['enabled'], 'knowledge_base.enabled') ?? false,
    mode: () => parseMode(readText(given['mode'], 'knowledge_base.mode') ?? 'context'),
    document_ids: () => uniqueIds(readTexts(given['document_ids'], 'knowledge_base.document_ids') ?? []),
    top_k: () => readInteger(given['top_k'], 'knowledge_base.top_k', TOP_K) ?? TOP_K.default,
  });
  if (parsed.enabled && parsed.document_ids.length === 0)
    throw invalid('knowledge_base.document_ids must hold at least one document id when enabled');
  return parsed;
}

/** Rejects tool mode unless the LLM provider and its fallback support tool calls. */
export function requireToolCallingProviders(
  { enabled, mode }: AgentKnowledgeBase,
  llmProviders: readonly string[],
): void {
  if (enabled && mode === 'tool' && !llmProviders.every(callsFunctions))
    throw invalid(
      `knowledge_base.mode tool requires one of these LLM providers: ${FUNCTION_CALLING_PROVIDERS.join(', ')}`,
    );
}

/** Documents that must be ready before the agent is stored. */
export const requiredDocuments = (knowledge: AgentKnowledgeBase): readonly string[] =>
  knowledge.enabled ? knowledge.document_ids : [];

/** Effective knowledge of a call from stored settings of any shape. Null: the call runs without grounding. */
export function effectiveKnowledge(
  stored: Readonly<Partial<Record<keyof AgentKnowledgeBase, unknown>>>,
  llmProviders: readonly string[],
): EffectiveKnowledge | null {
  const ids = Array.isArray(stored.document_ids) ? stored.document_ids : [];
  const documentIds = uniqueIds(ids.filter((id) => typeof id === 'string'));
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

/** Non-empty ids, without duplicates. */
const uniqueIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => id.trim()).filter((id) => id !== '')),
];

import { invalid } from '../errors.ts';
import { readAll, readChoice, readFlag, readInteger, readObject, readText, readTexts } from './json-readers.ts';

/** `context` adds excerpts before each reply. `tool` lets the model search. */
export type KnowledgeMode = 'tool' | 'context';

/** What completes a question that makes no sense alone, in mode `context`: tables of words, or the model in advance. */
const FOLLOW_UPS = ['rules', 'model'] as const;
export type FollowUps = (typeof FOLLOW_UPS)[number];

/** Documents an agent is grounded on. */
export interface AgentKnowledgeBase {
  readonly enabled: boolean;
  readonly mode: KnowledgeMode;
  readonly document_ids: readonly string[];
  readonly top_k: number;
  /** Absent: `rules`. */
  readonly follow_ups?: FollowUps;
}

/** Effective knowledge settings of a call. */
export interface EffectiveKnowledge {
  readonly mode: KnowledgeMode;
  readonly documentIds: readonly string[];
  readonly topK: number;
  readonly followUps: FollowUps;
}

/** LLM providers whose models reliably call tools. */
const FUNCTION_CALLING_PROVIDERS: readonly string[] = ['openai', 'anthropic', 'groq', 'azure_openai'];

/** LLM providers without a model: they answer by fixed rules, and name no topic. */
const SCRIPTED_PROVIDERS: readonly string[] = ['script'];

const TOP_K = { minimum: 1, default: 5, maximum: 10 } as const;

/** Parses a knowledge base from untyped JSON. `requireFittingProviders` checks whether the LLM supports it. */
export function parseKnowledgeBase(input: unknown): AgentKnowledgeBase {
  const given = readObject(input, 'knowledge_base') ?? {};
  const { follow_ups, ...parsed } = readAll({
    enabled: () => readFlag(given['enabled'], 'knowledge_base.enabled') ?? false,
    mode: () => parseMode(readText(given['mode'], 'knowledge_base.mode') ?? 'context'),
    document_ids: () => uniqueIds(readTexts(given['document_ids'], 'knowledge_base.document_ids') ?? []),
    top_k: () => readInteger(given['top_k'], 'knowledge_base.top_k', TOP_K) ?? TOP_K.default,
    follow_ups: () => readChoice(FOLLOW_UPS, given['follow_ups'], 'knowledge_base.follow_ups'),
  });
  if (parsed.enabled && parsed.document_ids.length === 0)
    throw invalid('knowledge_base.document_ids must hold at least one document id when enabled');
  return { ...parsed, ...(follow_ups && { follow_ups }) };
}

/** Rejects tool mode unless the LLM provider and its fallback support tool calls, and follow-ups by a model without one. */
export function requireFittingProviders(
  { enabled, mode, follow_ups }: AgentKnowledgeBase,
  llmProviders: readonly string[],
): void {
  if (enabled && follow_ups === 'model' && llmProviders.some(isScripted))
    throw invalid('knowledge_base.follow_ups model requires another LLM provider than script, which has no model');
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
    followUps: stored.follow_ups === 'model' && !llmProviders.some(isScripted) ? 'model' : 'rules',
  };
}

const isScripted = (llmProvider: string): boolean => SCRIPTED_PROVIDERS.includes(llmProvider);

const callsFunctions = (llmProvider: string): boolean => FUNCTION_CALLING_PROVIDERS.includes(llmProvider);

function parseMode(mode: string): KnowledgeMode {
  if (mode !== 'tool' && mode !== 'context') throw invalid('knowledge_base.mode must be tool or context');
  return mode;
}

/** Non-empty ids, without duplicates. */
const uniqueIds = (ids: readonly string[]): string[] => [
  ...new Set(ids.map((id) => id.trim()).filter((id) => id !== '')),
];

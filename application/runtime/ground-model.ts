import type { Agent } from '../../domain/agents/agent.ts';
import { effectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import { providerChain } from '../../domain/agents/models.ts';
import {
  citationsOf,
  withExcerpts,
  queryOf,
  questionIn,
  SEARCH_KNOWLEDGE_BASE,
  searchAnswer,
} from '../../domain/knowledge/grounding.ts';
import type { ChatMessage, ToolCall } from '../../domain/voice/conversation-context.ts';
import type { RetrievalEvent } from '../../domain/voice/conversation-events.ts';
import { TIMEOUTS_MS } from '../../domain/voice/call-timeouts.ts';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../ports/language-model.ts';
import type { RetrievalChunk, ReplyModel } from './generation.ts';
import { KnowledgeRetriever, type RetrieverPorts } from './knowledge-retriever.ts';

/** Most consecutive searches. After them the model must answer. */
const ROUNDS_MAX = 3;

type GenerationStream = AsyncIterable<GenerationChunk | RetrievalChunk>;

/** The agent's model with its knowledge: none, chunks retrieved before each generation, or a search tool. */
export function groundModel(ports: RetrieverPorts, { org_id, config }: Agent, model: LanguageModel): ReplyModel {
  const knowledge = effectiveKnowledge(
    config.knowledge_base,
    providerChain(config.models.llm_config).map(({ provider }) => provider),
  );
  if (!knowledge) return model;
  const retriever = new KnowledgeRetriever(ports, org_id, knowledge);
  const generate = knowledge.mode === 'tool' ? withSearchTool : withRetrievedContext;
  return {
    // Failover may have replaced the model.
    get model() {
      return model.model;
    },
    close: () => model.close(),
    generate: (...args) => generate(model, retriever, ...args),
    ...(knowledge.mode !== 'tool' && {
      prefetch: (words: string) => retriever.prefetch(questionIn([{ role: 'user', content: words }])),
    }),
  };
}

/** Generates with retrieved chunks that are part of this request only. */
async function* withRetrievedContext(
  model: LanguageModel,
  retriever: KnowledgeRetriever,
  { messages, tools }: GenerationRequest,
  signal: AbortSignal,
): GenerationStream {
  const excerpts = await retriever.retrieve(questionIn(messages), TIMEOUTS_MS.retrieval);
  if (signal.aborted) return;
  yield retrievalChunk({ type: 'sources_cited', sources: citationsOf(excerpts) });
  yield* model.generate({ messages: withExcerpts(messages, excerpts), tools }, signal);
}

/** Generates with a search tool. The model may speak before it searches. */
async function* withSearchTool(
  model: LanguageModel,
  retriever: KnowledgeRetriever,
  { messages, tools }: GenerationRequest,
  signal: AbortSignal,
): GenerationStream {
  let context = messages;
  for (let round = 0; !signal.aborted; round += 1) {
    const availableTools = round < ROUNDS_MAX ? [...tools, SEARCH_KNOWLEDGE_BASE] : tools;
    const { text, searches } = yield* streamAnswer(
      model.generate({ messages: context, tools: availableTools }, signal),
    );
    if (searches.length === 0 || round >= ROUNDS_MAX || signal.aborted) return;
    if (/\S$/u.test(text)) yield { type: 'text', text: ' ' };
    const toolMessages: ChatMessage[] = [];
    for (const call of searches) toolMessages.push(yield* runSearch(retriever, call));
    context = [...context, { role: 'assistant', content: text, tool_calls: searches }, ...toolMessages];
  }
}

/** Streams one response without its search calls. Returns the searches, unless the response also ends the call. */
async function* streamAnswer(
  chunks: AsyncIterable<GenerationChunk>,
): AsyncGenerator<GenerationChunk, { text: string; searches: ToolCall[] }> {
  const searches: ToolCall[] = [];
  let text = '';
  let hasOtherToolCall = false;
  for await (const chunk of chunks) {
    const call = searchCallOf(chunk);
    if (call) {
      searches.push(call);
      continue;
    }
    yield chunk;
    if (chunk.type === 'text') text += chunk.text;
    hasOtherToolCall ||= chunk.type === 'tool_call';
  }
  return { text, searches: hasOtherToolCall ? [] : searches };
}

async function* runSearch(retriever: KnowledgeRetriever, call: ToolCall): AsyncGenerator<RetrievalChunk, ChatMessage> {
  const { id, name } = call;
  yield retrievalChunk({ type: 'tool_started', id, name });
  const excerpts = await retriever.retrieve(queryOf(call), TIMEOUTS_MS.search);
  yield retrievalChunk({ type: 'tool_done', id, name });
  yield retrievalChunk({ type: 'sources_cited', sources: citationsOf(excerpts) });
  return { role: 'tool', content: searchAnswer(excerpts), tool_call_id: id };
}

const searchCallOf = (chunk: GenerationChunk): ToolCall | null =>
  chunk.type === 'tool_call' && chunk.call.name === SEARCH_KNOWLEDGE_BASE.name ? chunk.call : null;

const retrievalChunk = (event: RetrievalEvent): RetrievalChunk => ({ type: 'retrieval', event });

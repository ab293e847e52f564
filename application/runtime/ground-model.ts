import type { Agent } from '../../domain/agents/agent.ts';
import { effectiveKnowledge, type EffectiveKnowledge } from '../../domain/agents/knowledge-base.ts';
import { providerChain } from '../../domain/agents/models.ts';
import {
  citationsOf,
  passagesOf,
  withExcerpts,
  withNothingClose,
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
import { TopicKeeper } from './topic-keeper.ts';
import { KnowledgeRetriever, type SearchResult, type RetrieverPorts } from './knowledge-retriever.ts';

/** Most consecutive searches. After them the model must answer. */
const ROUNDS_MAX = 3;

type GenerationStream = AsyncIterable<GenerationChunk | RetrievalChunk>;

/** What the agent's knowledge comes to with its models. Null: it has none. */
export const knowledgeOf = ({ config }: Pick<Agent, 'config'>): EffectiveKnowledge | null =>
  effectiveKnowledge(
    config.knowledge_base,
    providerChain(config.models.llm_config).map(({ provider }) => provider),
  );

/**
 * The agent's model with its knowledge: none, chunks retrieved before each generation, or a search tool. `language` is that
 * of the conversation.
 */
export function groundModel(
  ports: RetrieverPorts,
  agent: Agent,
  model: LanguageModel,
  language = (): string => agent.config.language.primary,
): ReplyModel {
  const { org_id } = agent;
  const knowledge = knowledgeOf(agent);
  if (!knowledge) return model;
  const retriever = new KnowledgeRetriever(ports, org_id, knowledge);
  const questions = new Questions(ports, knowledge, model, language);
  const generate = knowledge.mode === 'tool' ? withSearchTool : withRetrievedContext(questions);
  return {
    // Failover may have replaced the model.
    get model() {
      return model.model;
    },
    close() {
      questions.close();
      model.close();
    },
    generate: (...args) => generate(model, retriever, ...args),
    ...(knowledge.mode !== 'tool' && {
      prefetch: (messages: readonly ChatMessage[]) => retriever.prefetch(questions.in(messages)),
    }),
  };
}

/** What is looked for, completed by rules or by the topic that the model named. */
class Questions {
  readonly #topics: TopicKeeper | null;
  readonly #language: () => string;

  constructor(ports: RetrieverPorts, { followUps }: EffectiveKnowledge, model: LanguageModel, language: () => string) {
    this.#topics = followUps === 'model' ? new TopicKeeper(model, ports) : null;
    this.#language = language;
  }

  in(messages: readonly ChatMessage[]): string {
    const words = this.#topics?.before(messages) ?? '';
    return questionIn(messages, words === '' ? null : { words, language: this.#language() });
  }

  /** The reply to these messages, whose topic is named when it is complete. */
  following(
    messages: readonly ChatMessage[],
    reply: AsyncIterable<GenerationChunk>,
    signal: AbortSignal,
  ): AsyncIterable<GenerationChunk> {
    return this.#topics?.following(messages, reply, signal) ?? reply;
  }

  close(): void {
    this.#topics?.close();
  }
}

/** Generates with retrieved chunks that are part of this request only. */
const withRetrievedContext = (questions: Questions) =>
  async function* (
    model: LanguageModel,
    retriever: KnowledgeRetriever,
    { messages, tools }: GenerationRequest,
    signal: AbortSignal,
  ): GenerationStream {
    const question = questions.in(messages);
    const retrieved = question === '' ? null : await retriever.retrieve(question, TIMEOUTS_MS.retrieval);
    if (signal.aborted) return;
    if (retrieved) yield* reportsOf(retrieved);
    const context = retrieved ? grounded(messages, retrieved) : messages;
    yield* questions.following(messages, model.generate({ messages: context, tools }, signal), signal);
  };

/** The messages with what was found, or with the advice not to guess. After a failed search neither is known. */
const grounded = (messages: readonly ChatMessage[], { lookup, excerpts }: SearchResult): readonly ChatMessage[] =>
  lookup === 'nothing_close' ? withNothingClose(messages) : withExcerpts(messages, excerpts);

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
  const query = queryOf(call);
  const retrieved = query === '' ? null : await retriever.retrieve(query, TIMEOUTS_MS.search);
  yield retrievalChunk({ type: 'tool_done', id, name });
  if (retrieved) yield* reportsOf(retrieved);
  return { role: 'tool', content: searchAnswer(retrieved?.excerpts ?? []), tool_call_id: id };
}

/** What a search came to: for the record of the answer, and for the peer. */
function* reportsOf({ question, lookup, excerpts }: SearchResult): Generator<RetrievalChunk> {
  yield retrievalChunk({ type: 'knowledge_searched', question, lookup, sources: passagesOf(excerpts) });
  yield retrievalChunk({ type: 'sources_cited', sources: citationsOf(excerpts) });
}

const searchCallOf = (chunk: GenerationChunk): ToolCall | null =>
  chunk.type === 'tool_call' && chunk.call.name === SEARCH_KNOWLEDGE_BASE.name ? chunk.call : null;

const retrievalChunk = (event: RetrievalEvent): RetrievalChunk => ({ type: 'retrieval', event });

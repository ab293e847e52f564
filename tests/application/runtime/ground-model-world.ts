import type { LanguageModel, GenerationRequest, GenerationChunk } from '../../../application/ports/language-model.ts';
import { groundModel } from '../../../application/runtime/ground-model.ts';
import type { RetrievalChunk } from '../../../application/runtime/generation.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import type { Excerpt } from '../../../domain/knowledge/grounding.ts';
import { END_CONVERSATION, type ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause } from './fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const PASSAGE = { document_id: 'd1', chunk_id: 'd1:4', source_filename: 'menu.pdf', page: 2 };
const EXCERPT: Excerpt = { ...PASSAGE, text: 'We open at nine.' };
export const searched = (question: string) => ({
  ...{ type: 'knowledge_searched', question, lookup: 'found', sources: [PASSAGE] },
});
export const SOURCES = [{ source_filename: 'menu.pdf', page: 2 }];
export const TALK: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'When do you open?' },
];
export const KNOWLEDGE = { enabled: true, mode: 'context', document_ids: ['d1'], top_k: 3 };

export const text = (words: string): GenerationChunk => ({ type: 'text', text: words });
export const search = (query: string, id = 'c1'): GenerationChunk => ({
  type: 'tool_call',
  call: { id, name: 'search_knowledge_base', arguments: { query } },
});
export const hangUp: GenerationChunk = {
  type: 'tool_call',
  call: { id: 'e', name: END_CONVERSATION.name, arguments: {} },
};

/** An agent's model with these answers, one after the other, and an API with this retrieval latency. */
export function world(
  knowledge: object,
  answers: readonly GenerationChunk[][],
  { provider = 'openai', fallback = '', findsAfterMs = 50 } = {},
) {
  const clock = fakeClock();
  const { log, lines } = rememberingLog();
  const left = [...answers];
  const thought: GenerationRequest[] = [];
  const retrieved: unknown[] = [];
  const cancelled: string[] = [];
  const model: LanguageModel = {
    model: 'm',
    async *generate(request) {
      thought.push(request);
      yield* left.shift() ?? [text('Okay.')];
    },
    close: () => undefined,
  };
  const controlPlane = {
    found: [EXCERPT] as readonly Excerpt[] | Error,
    async retrieve(orgId: string, question: { question: string }, signal?: AbortSignal) {
      retrieved.push([clock.monotonic(), orgId, question]);
      signal?.addEventListener('abort', () => cancelled.push(question.question));
      await pause(clock, findsAfterMs);
      if (this.found instanceof Error) throw this.found;
      return this.found;
    },
  };
  const llmConfig = { provider, ...(fallback !== '' && { fallback: { provider: fallback } }) };
  const agent = {
    org_id: 'o1',
    config: { knowledge_base: knowledge, models: { llm_config: llmConfig } },
  } as unknown as Agent;
  const llm = groundModel({ controlPlane, clock, log }, agent, model, () => 'en');
  const all: (GenerationChunk | RetrievalChunk)[] = [];
  const stopping = new AbortController();
  /** Asks, lets so much time pass, and answers what came by then. */
  async function ask(messages = TALK, ms = 10_000) {
    const before = all.length;
    void (async () => {
      for await (const one of llm.generate({ messages, tools: [END_CONVERSATION] }, stopping.signal)) all.push(one);
    })();
    await clock.advanceAsync(ms);
    return all.slice(before);
  }
  return { clock, lines, thought, retrieved, cancelled, controlPlane, llm, model, ask, stopping };
}

export const lookups = (chunks: readonly (GenerationChunk | RetrievalChunk)[]): unknown[] =>
  chunks.flatMap((each) => (each.type === 'retrieval' ? [each.event] : []));
export const words = (chunks: readonly (GenerationChunk | RetrievalChunk)[]): string =>
  chunks.map((each) => (each.type === 'text' ? each.text : '')).join('');
export const toolsOf = ({ tools }: GenerationRequest): string[] => tools.map(({ name }) => name);

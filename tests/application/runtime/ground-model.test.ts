import { assert } from 'chai';
import type { LanguageModel, GenerationRequest, GenerationChunk } from '../../../application/ports/language-model.ts';
import { groundModel } from '../../../application/runtime/ground-model.ts';
import type { RetrievalChunk } from '../../../application/runtime/generation.ts';
import type { Agent } from '../../../domain/agents/agent.ts';
import { unavailable } from '../../../domain/errors.ts';
import type { Excerpt } from '../../../domain/knowledge/grounding.ts';
import { END_CONVERSATION, type ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { pause } from '../../support/fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const EXCERPT: Excerpt = { source_filename: 'menu.pdf', page: 2, text: 'We open at nine.' };
const SOURCES = [{ source_filename: 'menu.pdf', page: 2 }];
const TALK: readonly ChatMessage[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: 'When do you open?' },
];
const KNOWLEDGE = { enabled: true, mode: 'context', document_ids: ['d1'], top_k: 3 };

const text = (words: string): GenerationChunk => ({ type: 'text', text: words });
const search = (query: string, id = 'c1'): GenerationChunk => ({
  type: 'tool_call',
  call: { id, name: 'search_knowledge_base', arguments: { query } },
});
const hangUp: GenerationChunk = { type: 'tool_call', call: { id: 'e', name: END_CONVERSATION.name, arguments: {} } };

/** An agent's model with these answers, one after the other, and an API with this retrieval latency. */
function world(
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
  const llm = groundModel({ controlPlane, clock, log }, agent, model);
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

const lookups = (chunks: readonly (GenerationChunk | RetrievalChunk)[]): unknown[] =>
  chunks.flatMap((each) => (each.type === 'retrieval' ? [each.event] : []));
const words = (chunks: readonly (GenerationChunk | RetrievalChunk)[]): string =>
  chunks.map((each) => (each.type === 'text' ? each.text : '')).join('');
const toolsOf = ({ tools }: GenerationRequest): string[] => tools.map(({ name }) => name);

describe('groundModel without knowledge', () => {
  it('returns the model itself', () => {
    for (const none of [{}, { ...KNOWLEDGE, enabled: false }, { ...KNOWLEDGE, document_ids: [] }]) {
      const { llm, model } = world(none, []);
      assert.strictEqual(llm, model);
    }
  });
});

describe('groundModel, context mode', () => {
  it('adds retrieved chunks to the context and cites their sources', async () => {
    const { ask, thought, retrieved } = world(KNOWLEDGE, [[text('At nine.')]]);
    const chunks = await ask();
    assert.deepEqual(retrieved, [[0, 'o1', { question: 'When do you open?', document_ids: ['d1'], top_k: 3 }]]);
    assert.match(thought[0]?.messages[0]?.content ?? '', /^Be brief\.[^]+\[1\] We open at nine\.$/);
    assert.deepEqual(thought[0]?.messages.slice(1), TALK.slice(1));
    assert.deepEqual(lookups(chunks), [{ type: 'sources_cited', sources: SOURCES }]);
    assert.equal(words(chunks), 'At nine.');
  });

  it('offers no search tool', async () => {
    const { ask, thought } = world(KNOWLEDGE, []);
    await ask();
    assert.deepEqual(toolsOf(thought[0]!), ['end_conversation']);
  });

  it('generates without chunks after 800 ms and logs that', async () => {
    const { ask, thought, lines, cancelled } = world(KNOWLEDGE, [], { findsAfterMs: 5_000 });
    assert.isEmpty(await ask(TALK, 799));
    assert.isEmpty(thought);
    await ask(TALK, 2);
    assert.deepEqual(thought[0]?.messages, TALK);
    assert.deepInclude(lines[0], { level: 'warn', event: 'knowledge.not_found' });
    assert.deepEqual(cancelled, ['When do you open?'], 'no request for it follows');
  });

  it('generates without chunks if the API refuses', async () => {
    const { ask, thought, controlPlane } = world(KNOWLEDGE, [[text('Hm.')]]);
    controlPlane.found = unavailable('The API does not answer');
    assert.equal(words(await ask()), 'Hm.');
    assert.deepEqual(thought[0]?.messages, TALK);
  });

  it('uses a matching prefetched retrieval without waiting', async () => {
    const { clock, ask, llm, retrieved, thought } = world(KNOWLEDGE, [], { findsAfterMs: 500 });
    llm.prefetch?.('When do you open?');
    await clock.advanceAsync(500);
    await ask(TALK, 0);
    assert.lengthOf(retrieved, 1);
    assert.include(thought[0]?.messages[0]?.content, 'page 2) We open at nine.');
  });

  it('retrieves again when the prefetched words differ or the prefetch failed', async () => {
    const { clock, ask, llm, retrieved, controlPlane } = world(KNOWLEDGE, []);
    llm.prefetch?.('');
    llm.prefetch?.('When do');
    await clock.advanceAsync(100);
    await ask();
    controlPlane.found = unavailable('gone');
    llm.prefetch?.('And close?');
    await clock.advanceAsync(100);
    await ask([...TALK, { role: 'user', content: 'And close?' }]);
    assert.deepEqual(
      retrieved.map((each) => ((each as unknown[])[2] as { question: string }).question),
      ['When do', 'When do you open?', 'And close?', 'And close?'],
    );
  });

  it('does not generate after cancellation', async () => {
    const { ask, stopping, thought, clock } = world(KNOWLEDGE, []);
    await ask(TALK, 10);
    stopping.abort();
    await clock.advanceAsync(1_000);
    assert.isEmpty(thought);
  });

  it('replaces the tool if a provider of the agent does not support tool calls', async () => {
    for (const vendors of [{ provider: 'script' }, { provider: 'openai', fallback: 'mistral' }]) {
      const { ask, thought } = world({ ...KNOWLEDGE, mode: 'tool' }, [], vendors);
      await ask();
      assert.deepEqual(toolsOf(thought[0]!), ['end_conversation']);
      assert.include(thought[0]?.messages[0]?.content, 'page 2) We open at nine.');
    }
  });
});

describe('groundModel, tool mode', () => {
  const TOOL = { ...KNOWLEDGE, mode: 'tool' };

  it('searches, receives the chunks and answers from them', async () => {
    const { ask, thought, retrieved } = world(TOOL, [[text('One moment.'), search('hours')], [text('At nine.')]]);
    const chunks = await ask();
    assert.deepEqual(retrieved, [[0, 'o1', { question: 'hours', document_ids: ['d1'], top_k: 3 }]]);
    assert.deepEqual(toolsOf(thought[0]!), ['end_conversation', 'search_knowledge_base']);
    const [called, answer] = thought[1]!.messages.slice(2);
    assert.deepInclude(called, { role: 'assistant', content: 'One moment.' });
    assert.deepInclude(answer, { role: 'tool', tool_call_id: 'c1' });
    assert.include(answer?.content, 'page 2) We open at nine.');
    assert.deepEqual(lookups(chunks), [
      { type: 'tool_started', id: 'c1', name: 'search_knowledge_base' },
      { type: 'tool_done', id: 'c1', name: 'search_knowledge_base' },
      { type: 'sources_cited', sources: SOURCES },
    ]);
    assert.equal(words(chunks), 'One moment. At nine.');
  });

  it('answers every search call of a response', async () => {
    const { ask, thought } = world(TOOL, [[search('hours', 'a'), search('', 'b')], [text('Hm.')]]);
    await ask();
    const answers = thought[1]!.messages.slice(3);
    assert.deepEqual(
      answers.map((each) => [each.role, 'tool_call_id' in each && each.tool_call_id, each.content.slice(0, 7)]),
      [
        ['tool', 'a', 'Below a'],
        ['tool', 'b', 'Nothing'],
      ],
    );
  });

  it('receives an empty result when the search fails or times out', async () => {
    const { ask, thought } = world(TOOL, [[search('hours')]], { findsAfterMs: 60_000 });
    const chunks = await ask(TALK, 2_999);
    assert.lengthOf(chunks, 1);
    await ask(TALK, 2);
    assert.match(thought.at(-1)?.messages.at(-1)?.content ?? '', /^Nothing was found/);
  });

  it('searches at most three times in a row', async () => {
    const greedy = Array.from({ length: 9 }, (_, at) => [search(`try ${at}`, `c${at}`)]);
    const { ask, thought, retrieved } = world(TOOL, [...greedy.slice(0, 3), [text('Well.')]]);
    assert.equal(words(await ask()), 'Well.');
    assert.lengthOf(retrieved, 3);
    assert.deepEqual(toolsOf(thought[3]!), ['end_conversation']);
    const stubborn = world(TOOL, greedy);
    await stubborn.ask();
    assert.lengthOf(stubborn.thought, 4);
  });

  it('does not search for a response that ends the call', async () => {
    const { ask, thought, retrieved } = world(TOOL, [[text('Goodbye.'), search('hours'), hangUp]]);
    const chunks = await ask();
    assert.deepEqual(chunks, [text('Goodbye.'), hangUp]);
    assert.lengthOf(thought, 1);
    assert.isEmpty(retrieved);
  });

  it('stops after cancellation', async () => {
    const { ask, stopping, thought, clock } = world(TOOL, [[search('hours')]]);
    await ask(TALK, 10);
    stopping.abort();
    await clock.advanceAsync(5_000);
    assert.lengthOf(thought, 1);
  });

  it('answers without a search', async () => {
    const { ask, retrieved } = world(TOOL, [[text('Hello.')]]);
    assert.deepEqual(await ask(), [text('Hello.')]);
    assert.isEmpty(retrieved);
  });

  it('has the name of the current model', () => {
    for (const mode of ['context', 'tool']) {
      const { llm, model } = world({ ...KNOWLEDGE, mode }, []);
      assert.equal(llm.model, 'm');
      Object.assign(model, { model: 'another' });
      assert.equal(llm.model, 'another');
    }
  });
});

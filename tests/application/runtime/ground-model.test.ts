import { assert } from 'chai';
import { unavailable } from '../../../domain/errors.ts';
import { hasNothingClose } from '../../../domain/knowledge/grounding.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import {
  searched,
  SOURCES,
  TALK,
  KNOWLEDGE,
  text,
  search,
  hangUp,
  world,
  lookups,
  words,
  toolsOf,
} from './ground-model-world.ts';

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
    assert.match(thought[0]?.messages[0]?.content ?? '', /^Be brief\.[^]+\[1\] \([^)]+\) We open at nine\.$/);
    assert.deepEqual(thought[0]?.messages.slice(1), TALK.slice(1));
    assert.deepEqual(lookups(chunks), [searched('When do you open?'), { type: 'sources_cited', sources: SOURCES }]);
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
    const all = await ask(TALK, 2);
    assert.deepEqual(thought[0]?.messages, TALK);
    assert.deepInclude(lookups(all), { ...searched('When do you open?'), lookup: 'failed', sources: [] });
    assert.deepInclude(lines[0], { level: 'warn', event: 'knowledge.not_found' });
    assert.deepEqual(cancelled, ['When do you open?'], 'no request for it follows');
  });

  it('tells the model that nothing is close, and reports it', async () => {
    const { ask, thought, controlPlane } = world(KNOWLEDGE, []);
    controlPlane.found = [];
    const chunks = await ask();
    assert.deepInclude(lookups(chunks)[0], { lookup: 'nothing_close', sources: [] });
    assert.isTrue(hasNothingClose(thought[0]!.messages));
    assert.deepEqual(thought[0]?.messages.slice(1), TALK.slice(1));
  });

  it('generates without chunks if the API refuses', async () => {
    const { ask, thought, controlPlane } = world(KNOWLEDGE, [[text('Hm.')]]);
    controlPlane.found = unavailable('The API does not answer');
    assert.equal(words(await ask()), 'Hm.');
    assert.deepEqual(thought[0]?.messages, TALK);
  });

  it('uses a matching prefetched retrieval without waiting', async () => {
    const { clock, ask, llm, retrieved, thought } = world(KNOWLEDGE, [], { findsAfterMs: 500 });
    llm.prefetch?.(TALK);
    await clock.advanceAsync(500);
    await ask(TALK, 0);
    assert.lengthOf(retrieved, 1);
    assert.include(thought[0]?.messages[0]?.content, 'page 2) We open at nine.');
  });

  it('retrieves again when the prefetched words differ or the prefetch failed', async () => {
    const { clock, ask, llm, retrieved, controlPlane } = world(KNOWLEDGE, []);
    const says = (content: string) => llm.prefetch?.([{ role: 'user', content }]);
    says('');
    says('When do');
    await clock.advanceAsync(100);
    await ask();
    controlPlane.found = unavailable('gone');
    says('Is there a cloakroom?');
    await clock.advanceAsync(100);
    await ask([...TALK, { role: 'user', content: 'Is there a cloakroom?' }]);
    assert.deepEqual(
      retrieved.map((each) => ((each as unknown[])[2] as { question: string }).question),
      ['When do', 'When do you open?', 'Is there a cloakroom?', 'Is there a cloakroom?'],
    );
  });

  it('searches for a follow-up with its topic, in advance and for the reply alike', async () => {
    const { clock, ask, llm, retrieved } = world(KNOWLEDGE, []);
    const talk: readonly ChatMessage[] = [
      ...TALK,
      { role: 'assistant', content: 'At nine.' },
      { role: 'user', content: 'And on Sundays?' },
    ];
    llm.prefetch?.(talk);
    await clock.advanceAsync(100);
    await ask(talk);
    assert.deepEqual(retrieved, [[0, 'o1', { question: 'open And on Sundays?', document_ids: ['d1'], top_k: 3 }]]);
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
      searched('hours'),
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

import { assert } from 'chai';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { KNOWLEDGE, TALK, text, world } from './ground-model-world.ts';

describe('groundModel, with follow-ups completed by the model', () => {
  const MODEL = { ...KNOWLEDGE, follow_ups: 'model' };
  const FOLLOW_UP: readonly ChatMessage[] = [
    ...TALK,
    { role: 'assistant', content: 'At nine.' },
    { role: 'user', content: 'And on Sundays?' },
  ];
  const questionsOf = (retrieved: readonly unknown[]) =>
    retrieved.map((each) => ((each as unknown[])[2] as { question: string }).question);

  it('asks for the topic after the reply, and searches with it in advance and for the reply alike', async () => {
    const { clock, ask, llm, thought, retrieved } = world(MODEL, [[text('At nine.')], [text('opening hours inn')]]);
    await ask();
    assert.lengthOf(thought, 2);
    assert.deepInclude(thought[1], { tools: [], maxTokens: 100 });
    assert.equal(thought[1]?.messages[1]?.content, 'user: When do you open?\nassistant: At nine.');
    llm.prefetch?.(FOLLOW_UP);
    await clock.advanceAsync(100);
    await ask(FOLLOW_UP);
    assert.deepEqual(questionsOf(retrieved), ['When do you open?', 'opening hours inn And on Sundays?']);
    assert.deepEqual(thought[2]?.messages.slice(1), FOLLOW_UP.slice(1), 'the model gets the words of the caller');
  });

  it('completes the question by rules where the model names nothing', async () => {
    const { ask, retrieved } = world(MODEL, [[text('At nine.')], [text(' ')]]);
    await ask();
    await ask(FOLLOW_UP);
    assert.deepEqual(questionsOf(retrieved), ['When do you open?', 'open And on Sundays?']);
  });

  it('asks for no topic of a cancelled reply, and for none unless that is set', async () => {
    const { ask, stopping, thought } = world(MODEL, [[text('At nine.'), text(' Sharp.')]]);
    await ask(TALK, 10);
    stopping.abort();
    await ask(TALK, 1_000);
    assert.isEmpty(thought);
    for (const knowledge of [KNOWLEDGE, { ...KNOWLEDGE, follow_ups: 'rules' }, { ...MODEL, mode: 'tool' }]) {
      const usual = world(knowledge, [[text('At nine.')]]);
      await usual.ask();
      assert.lengthOf(usual.thought, 1);
    }
  });
});

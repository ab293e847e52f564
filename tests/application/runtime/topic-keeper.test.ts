import { assert } from 'chai';
import type { GenerationChunk } from '../../../application/ports/language-model.ts';
import { VendorFailure } from '../../../application/ports/vendor-failure.ts';
import { TopicKeeper } from '../../../application/runtime/topic-keeper.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { ScriptedModel, type ScriptedAnswer } from './fake-vendors.ts';
import { rememberingLog } from '../../support/remembering-log.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });
const FIRST = [user('Who runs the clinic?')];
const NEXT = [...FIRST, agent('Doctor Kestrel does.'), user('And where is her office?')];
const TOPIC: ScriptedAnswer = { says: ['Doctor "Kestrel" ', 'clinic'] };

/** A model that names these topics, 400 ms after each reply. */
function world(...topics: ScriptedAnswer[]) {
  const clock = fakeClock();
  const { log, lines } = rememberingLog();
  const model = new ScriptedModel(clock, topics.length > 0 ? topics : [TOPIC]);
  const keeper = new TopicKeeper(model, { clock, log });
  const generating = new AbortController();
  /** The agent replies at once; so much time passes. */
  async function replied(messages: readonly ChatMessage[], ms = 1_000, words = 'Doctor Kestrel does.') {
    async function* reply(): AsyncGenerator<GenerationChunk> {
      yield { type: 'text', text: words };
    }
    const passed: GenerationChunk[] = [];
    for await (const chunk of keeper.following(messages, reply(), generating.signal)) passed.push(chunk);
    assert.deepEqual(passed, [{ type: 'text', text: words }]);
    await clock.advanceAsync(ms);
  }
  return { clock, lines, model, keeper, generating, replied };
}

describe('TopicKeeper', () => {
  it('passes a reply on, and names the topic for the next words of the caller', async () => {
    const { keeper, model, replied } = world();
    await replied(FIRST);
    assert.equal(keeper.before(NEXT), 'Doctor Kestrel clinic');
    assert.equal(
      model.requests[0]?.messages[1]?.content,
      'user: Who runs the clinic?\nassistant: Doctor Kestrel does.',
    );
  });

  it('does not use a late topic for words that were looked for without it', async () => {
    const { clock, keeper, replied } = world();
    await replied(FIRST, 100);
    assert.equal(keeper.before(NEXT), '');
    await clock.advanceAsync(1_000);
    assert.equal(keeper.before(NEXT), '', 'the search in advance serves the reply');
    const more = [...NEXT.slice(0, -1), user('And where is her office today?')];
    assert.equal(keeper.before(more), 'Doctor Kestrel clinic', 'other words are looked for anyway');
  });

  it('knows the answered words also with other marks, and in a conversation that lost its beginning', async () => {
    const { keeper, replied } = world();
    await replied([user('Hello'), agent('Hello!'), user('who runs the clinic')]);
    assert.equal(keeper.before(NEXT), 'Doctor Kestrel clinic');
  });

  it('knows nothing after other words than those that were answered, or none', async () => {
    const { keeper, replied } = world();
    await replied(FIRST);
    for (const other of [[user('Who runs the clinic, and'), agent('Hm?'), user('Where?')], FIRST, []])
      assert.equal(keeper.before(other), '');
  });

  it('replaces an earlier topic, and needs words to name one', async () => {
    const { keeper, model, replied } = world(TOPIC, { says: ['first floor'] });
    await replied(FIRST, 100);
    await replied(NEXT);
    const then = [...NEXT, agent('On the first floor.'), user('Since when?')];
    assert.equal(keeper.before(then), 'first floor');
    await replied(then, 1_000, ' ');
    await replied([], 1_000);
    assert.lengthOf(model.requests, 2);
  });

  it('keeps the topic while a reply to half of the next turn is prepared in advance and discarded', async () => {
    const { keeper, replied } = world(TOPIC, { says: ['half of a question'] }, { says: ['her office'] });
    await replied(FIRST);
    const half = [...NEXT.slice(0, -1), user('And where')];
    await replied(half);
    assert.equal(keeper.before(NEXT), 'Doctor Kestrel clinic');
    await replied(NEXT);
    assert.equal(keeper.before([...NEXT, agent('Upstairs.'), user('Since when?')]), 'her office');
    assert.equal(keeper.before([...half, agent('Hm?'), user('Since when?')]), '', 'it was never answered');
  });

  it('discards the topic of a reply that is discarded', async () => {
    const { clock, keeper, generating, replied } = world();
    await replied(FIRST, 100);
    generating.abort();
    await clock.advanceAsync(1_000);
    assert.equal(keeper.before(NEXT), '');
    await replied(FIRST);
    assert.equal(keeper.before(NEXT), '');
  });

  it('does without one when the model fails or hangs, and logs only the failure', async () => {
    const failing = world({ ends: new VendorFailure('The model is away', { retryable: true }) });
    await failing.replied(FIRST);
    assert.equal(failing.keeper.before(NEXT), '');
    const [line] = failing.lines;
    assert.deepInclude(line, { level: 'warn', event: 'knowledge.topic_not_named', reason: 'The model is away' });
    const hanging = world({ says: ['Doctor'], ends: 'hangs' });
    await hanging.replied(FIRST, 5_001);
    assert.equal(hanging.keeper.before(NEXT), '');
    assert.isEmpty(hanging.lines);
  });

  it('says nothing of a request that ends with the call', async () => {
    const { clock, keeper, lines, replied } = world({
      says: ['Doctor'],
      ends: new VendorFailure('cut', { retryable: true }),
    });
    await replied(FIRST, 100);
    keeper.close();
    await clock.advanceAsync(10_000);
    assert.isEmpty(lines);
  });
});

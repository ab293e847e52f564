import { assert } from 'chai';
import { HISTORY_TOKENS, recentMessages } from '../../../domain/voice/history.ts';
import type { ChatMessage } from '../../../domain/voice/messages.ts';

const system: ChatMessage = { role: 'system', content: 'You are a clerk.' };
const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });

describe('the messages that a model is asked with', () => {
  it('are all of them while they fit', () => {
    const messages = [system, agent('Hello.'), user('Hi.'), agent('What can I do?'), user('Nothing.')];
    assert.strictEqual(recentMessages(messages), messages);
    assert.deepEqual(recentMessages([]), []);
  });

  it('are the system prompt, however long, and the newest whole turns', () => {
    const prompt: ChatMessage = { role: 'system', content: 'x'.repeat(400_000) };
    const turn = (nth: number): ChatMessage[] => [user(`${nth} ${'q'.repeat(38)}`), agent('a'.repeat(40))];
    const turns = Array.from({ length: 50 }, (_, nth) => turn(nth)).flat();
    // Forty characters are ten tokens.
    assert.deepEqual(recentMessages([prompt, agent('Hello.'), ...turns, user('Now?')], 65), [
      prompt,
      ...turns.slice(-6),
      user('Now?'),
    ]);
  });

  it('begin with words of the caller, and hold a tool’s result only behind its call', () => {
    const calls = [{ id: '1', name: 'search', arguments: {} }];
    const looked: ChatMessage[] = [
      user('q'.repeat(80)),
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: 'r'.repeat(80), tool_call_id: '1' },
      agent('a'.repeat(40)),
    ];
    assert.deepEqual(recentMessages([system, ...looked, user('Now?')], 35), [system, user('Now?')]);
    assert.deepEqual(recentMessages([system, ...looked, user('Now?')], 60), [system, ...looked, user('Now?')]);
  });

  it('are the end of the last turn when that alone is too long', () => {
    const asked = recentMessages([system, user('Hi.'), agent('Yes?'), user(`${'x'.repeat(1_000_000)}the end`)], 10);
    assert.deepEqual(asked, [system, user(`${'x'.repeat(33)}the end`)]);
    assert.deepEqual(recentMessages([agent('x'.repeat(100))], 10), [agent('x'.repeat(40))]);
    assert.deepEqual(recentMessages([user('aa😀')], 1), [user('')]);
  });

  it('count a token for every character that is not ASCII', () => {
    const hindi = user('क'.repeat(30));
    assert.deepEqual(recentMessages([hindi, agent('ok'), user('now')], 20), [user('now')]);
    assert.lengthOf(recentMessages([hindi, agent('ok'), user('now')], 32), 3);
  });

  it('are counted in time that depends on the limit, not on the conversation', () => {
    const long = Array.from({ length: 1_000 }, () => user('x'.repeat(4_000)));
    const started = performance.now();
    for (let nth = 0; nth < 100; nth += 1) recentMessages(long);
    assert.isBelow((performance.now() - started) / 100, 20);
    assert.isAtMost(
      recentMessages(long).reduce((sum, { content }) => sum + content.length / 4, 0),
      HISTORY_TOKENS,
    );
  });
});

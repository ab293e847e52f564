import { assert } from 'chai';
import { HISTORY_TOKENS, recentMessages } from '../../../domain/voice/context-window.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';

const system: ChatMessage = { role: 'system', content: 'You are a clerk.' };
const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });

describe('recentMessages', () => {
  it('returns all messages while they fit', () => {
    const messages = [system, agent('Hello.'), user('Hi.'), agent('What can I do?'), user('Nothing.')];
    assert.strictEqual(recentMessages(messages), messages);
    assert.deepEqual(recentMessages([]), []);
  });

  it('returns the whole system prompt and the newest whole turns', () => {
    const prompt: ChatMessage = { role: 'system', content: 'x'.repeat(400_000) };
    // Forty characters are ten tokens.
    const turn = (nth: number): ChatMessage[] => [user(String(nth).padEnd(40, 'q')), agent('a'.repeat(40))];
    const turns = Array.from({ length: 50 }, (_, nth) => turn(nth)).flat();
    assert.deepEqual(recentMessages([prompt, agent('Hello.'), ...turns, user('Now?')], 80), [
      prompt,
      ...turns.slice(-6),
      user('Now?'),
    ]);
  });

  it('keeps the same prefix for many requests', () => {
    const turn = (nth: number): ChatMessage[] => [user(String(nth).padEnd(40, 'q')), agent('a'.repeat(40))];
    const beginnings = Array.from({ length: 200 }, (_, requested) => {
      const messages = Array.from({ length: requested + 1 }, (_each, nth) => turn(nth)).flat();
      const sent = recentMessages(messages, 400);
      assert.isAtMost(sent.length * 10, 400);
      return sent[0]!.content;
    });
    assert.isAtMost(new Set(beginnings).size, 200 / 5 + 1);
  });

  it('starts with a user message and keeps a tool result only with its call', () => {
    const calls = [{ id: '1', name: 'search', arguments: {} }];
    const looked: ChatMessage[] = [
      user('q'.repeat(80)),
      { role: 'assistant', content: '', tool_calls: calls },
      { role: 'tool', content: 'r'.repeat(80), tool_call_id: '1' },
      agent('a'.repeat(40)),
    ];
    assert.deepEqual(recentMessages([system, ...looked, user('Now?')], 35), [system, user('Now?')]);
    assert.deepEqual(recentMessages([system, ...looked, user('Now?')], 80), [system, ...looked, user('Now?')]);
  });

  it('counts the arguments of tool calls', () => {
    const looked = (note: string): ChatMessage[] => [
      user('Look.'),
      { role: 'assistant', content: '', tool_calls: [{ id: '1', name: 'search', arguments: { note } }] },
      { role: 'tool', content: 'Found.', tool_call_id: '1' },
    ];
    assert.deepEqual(recentMessages([...looked('x'.repeat(400)), user('Now?')], 80), [user('Now?')]);
    assert.lengthOf(recentMessages([...looked('x'), user('Now?')], 80), 4);
  });

  it('truncates the last turn to its end when it alone is too long', () => {
    const requested = recentMessages([system, user('Hi.'), agent('Yes?'), user(`${'x'.repeat(1_000_000)}the end`)], 10);
    assert.deepEqual(requested, [system, user(`${'x'.repeat(33)}the end`)]);
    assert.deepEqual(recentMessages([agent('x'.repeat(100))], 10), [agent('x'.repeat(40))]);
    assert.deepEqual(recentMessages([user('aa😀')], 1), [user('')]);
  });

  describe('with a last turn of long tool answers', () => {
    const NOTE = '(The rest of this answer was left out: the conversation is too long.)';
    const round = (id: string, answer: string): ChatMessage[] => [
      { role: 'assistant', content: '', tool_calls: [{ id, name: 'look', arguments: {} }] },
      { role: 'tool', content: answer, tool_call_id: id },
    ];
    const tokens = (messages: readonly ChatMessage[]): number =>
      messages.reduce((sum, { content, ...rest }) => {
        const calls = 'tool_calls' in rest ? JSON.stringify(rest.tool_calls).length : 0;
        return sum + (content.length + calls) / 4;
      }, 0);

    it('shortens the oldest answers first, says so to the model, and keeps the newest', () => {
      const long = ['a', 'b', 'c'].map((id) => round(id, id.repeat(4_000)));
      const requested = recentMessages([system, user('Look.'), ...long.flat()], 2_000);
      const answers = requested.flatMap(({ role, content }) => (role === 'tool' ? [content] : []));
      assert.equal(answers[0], NOTE);
      assert.match(answers[1]!, /^b{2,} \(The rest of this answer was left out: .+\)$/);
      assert.equal(answers[2], 'c'.repeat(4_000));
      assert.include(requested, system);
      assert.deepInclude(requested, user('Look.'));
      assert.isAtMost(tokens(requested.slice(1)), 2_000);
    });

    it('stays within the limit for as many and as long answers as a turn can have', () => {
      const rounds = Array.from({ length: 40 }, (_, at) => round(`c${at}`, 'x'.repeat(16_384)));
      const requested = recentMessages([system, user('Look.'), ...rounds.flat()]);
      assert.isAtMost(tokens(requested.slice(1)), HISTORY_TOKENS);
      assert.lengthOf(requested, 82);
    });

    it('shortens the caller’s words only when that is not enough', () => {
      const requested = recentMessages([user(`${'x'.repeat(4_000)}end`), ...round('a', 'a'.repeat(4_000))], 100);
      assert.match(requested[0]!.content, /^x+end$/);
      assert.equal(requested[2]!.content, NOTE);
      assert.isAtMost(tokens(requested), 100);
    });

    it('does not cut a character in two', () => {
      const requested = recentMessages([user('Look.'), ...round('a', '😀'.repeat(2_000))], 200);
      assert.match(requested[2]!.content, /^(?:😀)+ \(/u);
      assert.notMatch(requested[2]!.content, /\p{Cs}/u);
    });
  });

  it('counts a token per two letters of other alphabets and per ideograph', () => {
    const requested = (content: string, limit: number) => recentMessages([user(content), user('now')], limit).length;
    assert.deepEqual([requested('क'.repeat(40), 21), requested('क'.repeat(40), 20)], [2, 1]);
    assert.deepEqual([requested('字'.repeat(20), 21), requested('字'.repeat(20), 20)], [2, 1]);
  });
});

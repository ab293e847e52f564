import { assert } from 'chai';
import { topicIn, topicRequest } from '../../../domain/knowledge/topic.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';

const user = (content: string): ChatMessage => ({ role: 'user', content });
const agent = (content: string): ChatMessage => ({ role: 'assistant', content });
const written = (messages: readonly ChatMessage[]): string => topicRequest(messages)[1]!.content;

describe('topicRequest', () => {
  it('has what was spoken, each message on a line, without instructions, tools and silence', () => {
    const messages: readonly ChatMessage[] = [
      { role: 'system', content: 'Secret instructions.' },
      user('Who runs\nthe clinic?'),
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', name: 'find', arguments: {} }] },
      { role: 'tool', content: 'Kestrel', tool_call_id: 'c1' },
      agent('Doctor Kestrel does.'),
    ];
    assert.equal(written(messages), 'user: Who runs the clinic?\nassistant: Doctor Kestrel does.');
    assert.equal(topicRequest(messages)[0]?.role, 'system');
  });

  it('has the last six messages only, and the beginning of long ones', () => {
    const lines = written(Array.from({ length: 9 }, (_, at) => user(`${at}${'x'.repeat(2_000)}`))).split('\n');
    assert.deepEqual(
      lines.map((line) => line.slice(0, 7)),
      ['user: 3', 'user: 4', 'user: 5', 'user: 6', 'user: 7', 'user: 8'],
    );
    assert.isTrue(lines.every(({ length }) => length === 606));
  });
});

describe('topicIn', () => {
  it('takes words as one short line without quotation marks', () => {
    assert.equal(topicIn(' “Doctor Kestrel”,\nclinic '), 'Doctor Kestrel , clinic');
    assert.lengthOf(topicIn('word '.repeat(100)), 120);
    assert.equal(topicIn(' \n'), '');
  });
});

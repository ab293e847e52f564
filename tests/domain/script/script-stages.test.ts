import { assert } from 'chai';
import { compileScript, replyTo, type ScriptRule } from '../../../domain/script/script.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';

const callerSays = (content: string, ...before: ChatMessage[]): ChatMessage[] => [...before, { role: 'user', content }];
const systemMessage = (content: string): ChatMessage => ({ role: 'system', content });

function reply(rules: readonly ScriptRule[], messages: readonly ChatMessage[]) {
  const steps = replyTo(messages, compileScript(rules, 'Pardon?'));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/** A call and its answer, as they stand in the context. */
const answerOf = (tool: string, content: string): ChatMessage[] => [
  { role: 'assistant', content: '', tool_calls: [{ id: tool, name: tool, arguments: {} }] },
  { role: 'tool', content, tool_call_id: tool },
];

describe('a script with stages', () => {
  it('applies a rule with a stage in this stage only, and words its answer also after a change', () => {
    const walk: ScriptRule[] = [
      {
        when: 'four',
        stage: 'size',
        say: '',
        call: { tool: 'set_fields', arguments: { guests: '4' } },
        say_answer: 'Four, then.',
      },
      { when: 'four', stage: 'day', say: 'The fourth.' },
      { when: 'four', say: 'Four what?' },
    ];
    const stage = (id: string) => systemMessage(`Be kind.\n\n# Stage: ${id}\n\nAsk.`);
    assert.equal(reply(walk, callerSays('four', stage('size'))).call?.tool, 'set_fields');
    assert.equal(reply(walk, callerSays('four', stage('day'))).say, 'The fourth.');
    assert.equal(reply(walk, callerSays('four', stage('other'))).say, 'Four what?');
    assert.equal(reply(walk, callerSays('four')).say, 'Four what?');
    const changed = [...callerSays('four', stage('day')), ...answerOf('set_fields', 'Recorded: guests.')];
    assert.equal(reply(walk, changed).say, 'Four, then.');
  });
});

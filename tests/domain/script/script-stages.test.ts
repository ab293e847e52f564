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

  const stage = (id: string) => systemMessage(`# Stage: ${id}`);

  it('answers the words that changed the stage by the rules of the new one, unless the rule has words of its own', () => {
    const rules: ScriptRule[] = [
      { when: 'sunday', stage: 'confirm', say: '', call: { tool: 'change_stage', arguments: { stage: 'details' } } },
      { when: 'sunday', stage: 'details', say: '', call: { tool: 'set_fields', arguments: { day: 'Sunday' } } },
      {
        when: 'no',
        stage: 'confirm',
        say: '',
        call: { tool: 'change_stage', arguments: { stage: 'details' } },
        say_answer: 'What, then?',
      },
    ];
    const changed = answerOf('change_stage', 'The conversation is in the stage details now.');
    assert.equal(reply(rules, [...callerSays('sunday', stage('details')), ...changed]).call?.tool, 'set_fields');
    assert.equal(reply(rules, [...callerSays('no', stage('details')), ...changed]).say, 'What, then?');
    assert.equal(reply(rules, [...callerSays('hm', stage('details')), ...changed]).say, 'Pardon?');
  });

  it('speaks of the last answer of a turn only, in the words of the present stage before those of others', () => {
    const transfer = (id: string): ScriptRule => ({
      ...{ when: '.', stage: id, say: '', call: { tool: 'transfer_call' }, say_failure: `No one at ${id}.` },
    });
    const rules: ScriptRule[] = [
      { when: '.', stage: 'welcome', say: '', call: { tool: 'set_fields' }, say_answer: 'For which day?' },
      ...['desk', 'technician'].map(transfer),
    ];
    const failed = answerOf('transfer_call', 'Busy.').map((each) =>
      each.role === 'tool' ? { ...each, failed: true } : each,
    );
    const context = [...callerSays('four', stage('technician')), ...answerOf('set_fields', 'Recorded.')];
    assert.equal(reply(rules, [...context, ...(failed as ChatMessage[])]).say, 'No one at technician.');
  });
});

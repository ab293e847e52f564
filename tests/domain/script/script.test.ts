import { assert } from 'chai';
import { compileScript, replyTo, type ScriptRule } from '../../../domain/script/script.ts';
import type { ChatMessage } from '../../../domain/voice/messages.ts';
import { DomainError } from '../../../domain/errors.ts';

const heard = (content: string, ...before: ChatMessage[]): ChatMessage[] => [...before, { role: 'user', content }];
const grounded = (content: string): ChatMessage => ({ role: 'system', content });

function reply(rules: readonly ScriptRule[], messages: readonly ChatMessage[], otherwise = 'Pardon?') {
  const steps = replyTo(messages, compileScript(rules, otherwise));
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

const many = (count: number, when: string): ScriptRule[] => Array.from({ length: count }, () => ({ when, say: '' }));

function refusal(rules: readonly ScriptRule[]): string {
  try {
    compileScript(rules, '');
  } catch (error) {
    if (error instanceof DomainError && error.problem === 'invalid') return error.message;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('a script', () => {
  const rules: ScriptRule[] = [
    { when: '\\bbye\\b', say: 'Goodbye.', end: true },
    { when: 'table for (\\w+)(?: at (\\w+))?', say: 'For $1, at $2.' },
    { when: 'table', say: 'How many?' },
  ];

  it('answers with the first rule that fits', () => {
    assert.deepEqual(reply(rules, heard('A TABLE please')), { say: 'How many?', end: false });
    assert.deepEqual(reply(rules, heard('a table for two at eight')), { say: 'For two, at eight.', end: false });
  });

  it('ends the call when the rule says so', () => {
    assert.deepEqual(reply(rules, heard('bye')), { say: 'Goodbye.', end: true });
  });

  it('answers otherwise when no rule fits, also with the words themselves', () => {
    assert.deepEqual(reply(rules, heard('hm'), 'What is $&?'), { say: 'What is hm?', end: false });
  });

  it('looks at the last words of the caller, whoever spoke after them', () => {
    const messages: ChatMessage[] = [
      ...heard('a table'),
      { role: 'assistant', content: 'bye' },
      ...heard('thanks'),
      { role: 'assistant', content: 'table' },
    ];
    assert.equal(reply(rules, messages, 'You said $&').say, 'You said thanks');
    assert.equal(reply(rules, [], 'Hello$&').say, 'Hello');
  });

  it('leaves out a group that took no part, and takes a number without a group for a price', () => {
    assert.equal(reply(rules, heard('table for two')).say, 'For two, at .');
    assert.equal(reply([{ when: 'price', say: 'It costs $5 or $9.' }], heard('price')).say, 'It costs $5 or $9.');
  });

  it('does not read what it filled in again', () => {
    const echo: ScriptRule[] = [{ when: '(.+)', say: '$1 {{knowledge}}' }];
    const messages = heard('{{knowledge}} $1', grounded('[1] costs $1 {{knowledge}}'));
    assert.equal(reply(echo, messages).say, '{{knowledge}} $1 costs $1 {{knowledge}}');
  });

  describe('with knowledge', () => {
    const knowing: ScriptRule[] = [{ when: '', say: '<{{knowledge}}>' }];
    const excerpt = (...messages: ChatMessage[]): string => reply(knowing, heard('?', ...messages)).say;

    it('says the first of the numbered excerpts', () => {
      assert.equal(
        excerpt(grounded('Use these:\n\n[1] We open\nat nine. \n[2] We close at five.')),
        '<We open at nine.>',
      );
      assert.equal(excerpt(grounded('[1] We open at nine.\n\nAnswer from these only.')), '<We open at nine.>');
    });

    it('says nothing without excerpts', () => {
      assert.equal(excerpt(), '<>');
      assert.equal(excerpt(grounded('You are kind.\n1. Be brief.\n[2] Second.\n[1]')), '<>');
      assert.equal(excerpt({ role: 'assistant', content: '[1] Not from a system message.' }), '<>');
    });

    it('takes the excerpts of this turn, not those of an earlier one', () => {
      assert.equal(excerpt(grounded('[1] old'), grounded('[1] new'), grounded('no excerpts')), '<new>');
    });

    it('cuts a long excerpt after a sentence, or at least between words', () => {
      assert.equal(excerpt(grounded(`[1] One. Two is longer. ${'word '.repeat(80)}`)), '<One. Two is longer.>');
      const wordy = excerpt(grounded(`[1] ${'word '.repeat(80)}`));
      assert.match(wordy, /^<(?:word )+…>$/);
      assert.isBelow(wordy.length, 310);
    });
  });

  it('looks only at the end of a very long speech', () => {
    const long = `start ${'a'.repeat(600)} end`;
    assert.equal(
      reply(
        [
          { when: 'start', say: 'start' },
          { when: 'end$', say: 'end' },
        ],
        heard(long),
      ).say,
      'end',
    );
  });

  it('refuses a rule it cannot use, by its place', () => {
    assert.equal(refusal([rules[0]!, { when: '(', say: '' }]), 'rules[1].when must be a regular expression');
    assert.equal(refusal([{ when: '(a)\\1', say: '' }]), 'rules[0].when must not refer back to a group');
  });

  it('refuses more rules than can be tried in no time', () => {
    assert.equal(refusal(many(101, 'bye')), 'rules must have at most 100 items');
    assert.equal(refusal(many(6, 'a{900}')), 'rules must be simpler or fewer');
  });

  // A backtracking matcher would not end in years: the limit only has to be out of a busy machine's reach.
  it('answers in no time, whatever the rules and the words', () => {
    const nasty = many(4, '(?:(?:a|aa)+){1,100}b');
    assert.equal(reply(nasty, heard('a'.repeat(10_000))).say, 'Pardon?');
  });
});

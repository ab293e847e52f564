import { assert } from 'chai';
import { compileScript, replyTo, requireGroups, UNKNOWN, type ScriptRule } from '../../../domain/script/script.ts';
import { withNothingClose } from '../../../domain/knowledge/grounding.ts';
import type { ChatMessage } from '../../../domain/voice/conversation-context.ts';
import { DomainError } from '../../../domain/errors.ts';

const callerSays = (content: string, ...before: ChatMessage[]): ChatMessage[] => [...before, { role: 'user', content }];
const systemMessage = (content: string): ChatMessage => ({ role: 'system', content });

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

/** A call and its answer, as they stand in the context. */
const answerOf = (tool: string, content: string, failed = false): ChatMessage[] => [
  { role: 'assistant', content: '', tool_calls: [{ id: tool, name: tool, arguments: {} }] },
  { role: 'tool', content, tool_call_id: tool, ...(failed && { failed }) },
];

describe('script', () => {
  const rules: ScriptRule[] = [
    { when: '\\bbye\\b', say: 'Goodbye.', end: true },
    { when: 'table for (\\w+)(?: at (\\w+))?', say: 'For $1, at $2.' },
    { when: 'table', say: 'How many?' },
  ];

  it('replies with the first rule that matches', () => {
    assert.deepEqual(reply(rules, callerSays('A TABLE please')), { say: 'How many?', end: false });
    assert.deepEqual(reply(rules, callerSays('a table for two at eight')), { say: 'For two, at eight.', end: false });
  });

  it('ends the call when the rule has end', () => {
    assert.deepEqual(reply(rules, callerSays('bye')), { say: 'Goodbye.', end: true });
  });

  it('replies with the default when no rule matches', () => {
    assert.deepEqual(reply(rules, callerSays('hm'), 'What is $&?'), { say: 'What is hm?', end: false });
  });

  it('matches the last message of the caller', () => {
    const messages: ChatMessage[] = [
      ...callerSays('a table'),
      { role: 'assistant', content: 'bye' },
      ...callerSays('thanks'),
      { role: 'assistant', content: 'table' },
    ];
    assert.equal(reply(rules, messages, 'You said $&').say, 'You said thanks');
    assert.equal(reply(rules, [], 'Hello$&').say, 'Hello');
  });

  it('drops an unmatched group and keeps a number without a group', () => {
    assert.equal(reply(rules, callerSays('table for two')).say, 'For two, at .');
    assert.equal(reply([{ when: 'price', say: 'It costs $5 or $9.' }], callerSays('price')).say, 'It costs $5 or $9.');
  });

  it('does not fill inserted text again', () => {
    const echo: ScriptRule[] = [{ when: '(.+)', say: '$1 {{knowledge}}' }];
    const messages = callerSays('{{knowledge}} $1', systemMessage('[1] costs $1 {{knowledge}}'));
    assert.equal(reply(echo, messages).say, '{{knowledge}} $1 costs $1 {{knowledge}}');
  });

  describe('with knowledge', () => {
    const knowing: ScriptRule[] = [{ when: '', say: '<{{knowledge}}>' }];
    const excerpt = (...messages: ChatMessage[]): string => reply(knowing, callerSays('?', ...messages)).say;

    it('replies with the first numbered excerpt', () => {
      assert.equal(
        excerpt(systemMessage('Use these:\n\n[1] We open\nat nine. \n[2] We close at five.')),
        '<We open at nine.>',
      );
      assert.equal(excerpt(systemMessage('[1] We open at nine.\n\nAnswer from these only.')), '<We open at nine.>');
    });

    it('says that it does not know where the caller asks and nothing is close', () => {
      const says = (question: string): string => reply(knowing, withNothingClose(callerSays(question))).say;
      assert.equal(says('Is there a pool?'), `<${UNKNOWN}>`);
      assert.equal(says('Thank you.'), '<>');
    });

    it('is empty without excerpts', () => {
      assert.equal(excerpt(), '<>');
      assert.equal(excerpt(systemMessage('You are kind.\n1. Be brief.\n[2] Second.\n[1]')), '<>');
      assert.equal(excerpt({ role: 'assistant', content: '[1] Not from a system message.' }), '<>');
    });

    it('uses the excerpts of the current turn', () => {
      assert.equal(excerpt(systemMessage('[1] old'), systemMessage('[1] new'), systemMessage('no excerpts')), '<new>');
    });

    it('cuts a long excerpt after a sentence, else between words', () => {
      assert.equal(excerpt(systemMessage(`[1] One. Two is longer. ${'word '.repeat(80)}`)), '<One. Two is longer.>');
      const wordy = excerpt(systemMessage(`[1] ${'word '.repeat(80)}`));
      assert.match(wordy, /^<(?:word )+…>$/);
      assert.isBelow(wordy.length, 310);
    });
  });

  it('matches only the end of a very long message', () => {
    const long = `start ${'a'.repeat(600)} end`;
    assert.equal(
      reply(
        [
          { when: 'start', say: 'start' },
          { when: 'end$', say: 'end' },
        ],
        callerSays(long),
      ).say,
      'end',
    );
  });

  it('rejects an invalid rule with its position', () => {
    assert.equal(refusal([rules[0]!, { when: '(', say: '' }]), 'rules[1].when must be a regular expression');
    assert.equal(refusal([{ when: '(a)\\1', say: '' }]), 'rules[0].when must not use back references');
  });

  it('rejects too many rules', () => {
    assert.equal(refusal(many(101, 'bye')), 'rules must have at most 100 items');
    assert.equal(refusal(many(6, 'a{900}')), 'rules must be simpler or fewer');
  });

  // A backtracking matcher would take years, so the limit has ample margin for a busy machine.
  it('replies in bounded time for any rules and messages', () => {
    const nasty = many(4, '(?:(?:a|aa)+){1,100}b');
    assert.equal(reply(nasty, callerSays('a'.repeat(10_000))).say, 'Pardon?');
  });

  it('calls a tool with arguments from the words, and says its answer', () => {
    const booking: ScriptRule[] = [
      {
        when: 'table for (\\w+)',
        say: 'One moment.',
        call: { tool: 'book', arguments: { size: '$1', city: 'Rome', nested: { size: '$1' } } },
        say_answer: 'Done: {{answer}}',
        end: true,
      },
    ];
    const question = callerSays('a table for two');
    assert.deepEqual(reply(booking, question), {
      say: 'One moment.',
      end: false,
      call: { tool: 'book', arguments: { size: 'two', city: 'Rome', nested: { size: '$1' } } },
    });
    const answered = [...question, ...answerOf('book', '$1 {{answer}} table 7')];
    assert.deepEqual(reply(booking, answered), { say: 'Done: $1 {{answer}} table 7', end: true });
    assert.deepEqual(reply([{ when: 'table for (\\w+)', say: 'No.', end: true }], answered), {
      say: '$1 {{answer}} table 7',
      end: false,
    });
  });

  describe('with tools', () => {
    const scripted: ScriptRule[] = [
      {
        when: 'table for (\\w+)',
        say: 'One moment.',
        call: { tool: 'book' },
        say_answer: 'For $1: {{answer}}.',
        say_failure: 'No table for $1, because {{answer}}.',
        end: true,
      },
      { when: 'open', say: 'From nine.' },
    ];
    const messagesSoFar = [...callerSays('a table for two'), ...answerOf('book', 'In progress.')];

    it('says a failure in its own words, or why it failed, and does not end the call', () => {
      const failed = [...callerSays('a table for two'), ...answerOf('book', 'it is full', true)];
      assert.deepEqual(reply(scripted, failed), { say: 'No table for two, because it is full.', end: false });
      const { say_failure, ...silent } = scripted[0]!;
      assert.isString(say_failure);
      assert.equal(reply([silent], failed).say, 'it is full');
    });

    it('says a late answer in the words of the rule that called the tool', () => {
      const late = [...messagesSoFar, ...callerSays('hm'), { role: 'assistant', content: 'Yes?' } as const];
      assert.deepEqual(reply(scripted, [...late, ...answerOf('book', 'table 7')]), {
        say: 'For two: table 7.',
        end: true,
      });
      assert.equal(
        reply(scripted, [...late, ...answerOf('book', 'it is full', true)]).say,
        'No table for two, because it is full.',
      );
    });

    it('replies to the caller too when a late answer comes with the next question', () => {
      const messages = [...messagesSoFar, ...callerSays('when do you open'), ...answerOf('book', 'table 7')];
      assert.deepEqual(reply(scripted, messages), { say: 'For two: table 7. From nine.', end: false });
    });

    it('says all answers that arrived together', () => {
      const messages = [...messagesSoFar, ...callerSays('hm'), { role: 'assistant', content: 'Yes?' } as const];
      const both = [...answerOf('book', 'table 7'), ...answerOf('other', 'sent')];
      assert.equal(reply(scripted, [...messages, ...both]).say, 'For two: table 7. sent');
    });

    it('does not say what the model gets after a switch of the language', () => {
      const switching: ScriptRule[] = [{ when: 'deutsch', say: '', call: { tool: 'switch_language' } }];
      const switched = [...callerSays('deutsch bitte'), ...answerOf('switch_language', 'Answer in German now.')];
      assert.equal(reply(switching, switched, 'Wie bitte?').say, 'Wie bitte?');
      assert.equal(reply([{ ...switching[0]!, say_answer: 'Gern.' }], switched).say, 'Gern.');
    });
  });

  it('writes a dollar sign for two', () => {
    assert.equal(
      reply([{ when: 'price (\\w+)', say: '$1 costs $$1 or $$$1.' }], callerSays('price x')).say,
      'x costs $1 or $x.',
    );
  });

  it('rejects groups that a rule does not have, wherever it uses them', () => {
    const faults = (rule: Partial<ScriptRule>, otherwise = ''): string => {
      try {
        requireGroups(compileScript([{ when: 'table for (\\w+)', say: '', ...rule }], otherwise));
      } catch (error) {
        if (error instanceof DomainError && error.problem === 'invalid') return error.message;
        throw error;
      }
      return '';
    };
    const words = 'because when has 1 group: write $$2 for a price';
    assert.equal(faults({ say: '$1 $& $$7 $ $0', say_answer: '$1' }, '$& $$3'), '');
    assert.equal(faults({ say: '$2 $2' }), `rules[0].say must not use $2, ${words}`);
    assert.equal(faults({ say_answer: '$2' }), `rules[0].say_answer must not use $2, ${words}`);
    assert.equal(faults({ say_failure: '$2' }), `rules[0].say_failure must not use $2, ${words}`);
    assert.equal(
      faults({ call: { tool: 'book', arguments: { size: '$2', n: 2 } } }),
      `rules[0].call.arguments.size must not use $2, ${words}`,
    );
    assert.equal(
      faults({}, '$1'),
      'otherwise must not use $1, because there is no rule with groups: write $$1 for a price',
    );
  });
});

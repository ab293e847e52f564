import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { parseVoicemail as parse } from '../../../domain/agents/voicemail.ts';
import { known, least, reasons } from './known-providers.ts';

const parseVoicemail = (input: unknown) => parse(input, ['first_name']);

describe('the voicemail section of an agent configuration', () => {
  it('is stored as given, and not at all when it is absent', () => {
    assert.deepEqual(parseVoicemail({ action: 'off' }), { action: 'off' });
    const whole = { action: 'hang_up', screening_answer: ' It is about your table. ' };
    assert.deepEqual(parseVoicemail(whole), { action: 'hang_up', screening_answer: 'It is about your table.' });
    assert.deepEqual(parseVoicemail({ action: 'hang_up', screening_answer: ' ' }), { action: 'hang_up' });
    const message = { action: 'leave_message', message: ' Hello {{first_name}}. ' };
    assert.deepEqual(parseVoicemail(message), { action: 'leave_message', message: 'Hello {{first_name}}.' });
    assert.isNull(parseVoicemail(null));
    assert.notProperty(parseAgentConfig(least(), known), 'voicemail');
  });

  const wrong: readonly (readonly [object, string])[] = [
    [{}, 'voicemail.action is required'],
    [{ action: 'leave' }, 'voicemail.action must be one of off, hang_up, leave_message'],
    [
      { action: 'off', screening_answer: 'a' },
      'voicemail.screening_answer requires voicemail.action hang_up or leave_message',
    ],
    [{ action: 'leave_message' }, 'voicemail.message is required'],
    [{ action: 'hang_up', message: 'Hello.' }, 'voicemail.message requires voicemail.action leave_message'],
    [
      { action: 'leave_message', message: 'Hello {{firstname}}.' },
      'voicemail.message has an unknown placeholder {{firstname}}: did you mean {{first_name}}?',
    ],
    [
      { action: 'leave_message', message: '{{first_name' },
      'voicemail.message has a placeholder with missing braces, {{first_name: write {{first_name}}',
    ],
    [
      { action: 'hang_up', screening_answer: 'a\nb' },
      'voicemail.screening_answer must be one line without control characters',
    ],
    [
      { action: 'hang_up', screening_answer: 'a'.repeat(501) },
      'voicemail.screening_answer must have at most 500 characters',
    ],
    [
      { action: 'hang_up', screening_answers: 'a' },
      'voicemail.screening_answers is unknown: did you mean screening_answer?',
    ],
  ];
  for (const [section, reason] of wrong)
    it(`refuses ${JSON.stringify(section).slice(0, 80)}`, () =>
      assert.deepEqual(
        reasons(() => parseVoicemail(section)),
        [reason],
      ));
});

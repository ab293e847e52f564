import { assert } from 'chai';
import { parseAgentConfig } from '../../../domain/agents/config.ts';
import { parseVoicemail } from '../../../domain/agents/voicemail.ts';
import { known, least, reasons } from './known-providers.ts';

describe('the voicemail section of an agent configuration', () => {
  it('is stored as given, and not at all when it is absent', () => {
    assert.deepEqual(parseVoicemail({ action: 'off' }), { action: 'off' });
    const whole = { action: 'hang_up', screening_answer: ' It is about your table. ' };
    assert.deepEqual(parseVoicemail(whole), { action: 'hang_up', screening_answer: 'It is about your table.' });
    assert.deepEqual(parseVoicemail({ action: 'hang_up', screening_answer: ' ' }), { action: 'hang_up' });
    assert.isNull(parseVoicemail(null));
    assert.notProperty(parseAgentConfig(least(), known), 'voicemail');
  });

  const wrong: readonly (readonly [object, string])[] = [
    [{}, 'voicemail.action is required'],
    [{ action: 'leave' }, 'voicemail.action must be one of off, hang_up'],
    [{ action: 'off', screening_answer: 'a' }, 'voicemail.screening_answer requires voicemail.action hang_up'],
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

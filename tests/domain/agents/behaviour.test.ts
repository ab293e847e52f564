import { assert } from 'chai';
import { parseBehaviour } from '../../../domain/agents/behaviour.ts';
import { refusal } from './known-providers.ts';

describe('parseBehaviour', () => {
  const wrong: readonly [Record<string, unknown>, string][] = [
    [{ interruption_min_words: -1 }, 'behaviour.interruption_min_words must be an integer >= 0'],
    [{ interruption_min_words: 1.5 }, 'behaviour.interruption_min_words must be an integer >= 0'],
    [{ interruption_min_words: '5' }, 'behaviour.interruption_min_words must be an integer >= 0'],
    [{ interruption_min_words: true }, 'behaviour.interruption_min_words must be an integer >= 0'],
    [{ user_silence_hangup_seconds: -0.1 }, 'behaviour.user_silence_hangup_seconds must be a number >= 0'],
    [{ user_silence_hangup_seconds: Infinity }, 'behaviour.user_silence_hangup_seconds must be a number >= 0'],
    [{ call_timeout_seconds: -1 }, 'behaviour.call_timeout_seconds must be a number >= 0'],
    [{ ignore_user_speech_before_greeting: 1 }, 'behaviour.ignore_user_speech_before_greeting must be true or false'],
    [{ hold_messages: 'one' }, 'behaviour.hold_messages must be a list of strings'],
    [{ hold_messages: ['one', null] }, 'behaviour.hold_messages[1] is required'],
    [{ hold_messages: ['one', 2] }, 'behaviour.hold_messages[1] must be a string'],
    [{ hold_messages: Array(1_001).fill('m') }, 'behaviour.hold_messages must have at most 1000 items'],
    [{ hold_message_timeout_seconds: '3' }, 'behaviour.hold_message_timeout_seconds must be a number >= 0'],
    [{ user_online_detection_enabled: 'yes' }, 'behaviour.user_online_detection_enabled must be true or false'],
    [{ user_online_detection_message: 4 }, 'behaviour.user_online_detection_message must be a string'],
    [{ user_online_detection_seconds: -5 }, 'behaviour.user_online_detection_seconds must be a number >= 0'],
    [{ user_online_detection_repeats: 0 }, 'behaviour.user_online_detection_repeats must be an integer >= 1'],
    [{ user_online_detection_closing_message: {} }, 'behaviour.user_online_detection_closing_message must be a string'],
    [{ automatic_call_ending: true }, 'behaviour.automatic_call_ending must be an object'],
    [{ automatic_call_ending: { enabled: 1 } }, 'behaviour.automatic_call_ending.enabled must be true or false'],
    [
      { automatic_call_ending: { graceful_llm_call_ending: 'x' } },
      'behaviour.automatic_call_ending.graceful_llm_call_ending must be true or false',
    ],
  ];
  for (const [input, message] of wrong)
    it(`rejects ${JSON.stringify(input).slice(0, 60)}: ${message}`, () =>
      assert.equal(
        refusal(() => parseBehaviour(input)),
        message,
      ));

  it('accepts every value at its bound', () => {
    const atBound = {
      interruption_min_words: 0,
      user_silence_hangup_seconds: 0,
      call_timeout_seconds: 0.5,
      ignore_user_speech_before_greeting: true,
      hold_messages: ['', 'One moment'],
      hold_message_timeout_seconds: 0,
      user_online_detection_enabled: true,
      user_online_detection_message: 'Still there?',
      user_online_detection_seconds: 0,
      user_online_detection_repeats: 1,
      user_online_detection_closing_message: 'Bye',
      automatic_call_ending: { enabled: true, graceful_llm_call_ending: true },
    };
    assert.deepEqual(parseBehaviour(atBound), atBound);
  });
});

import { assert } from 'chai';
import { effectiveBehaviour } from '../../../domain/agents/effective-behaviour.ts';

describe('effectiveBehaviour', () => {
  it('coerces absent values', () => {
    assert.deepEqual(effectiveBehaviour({}), {
      interruptionMinWords: 0,
      ignoreUntilGreeted: false,
      idleMs: 0,
      idlePrompt: null,
      closingMessage: '',
      hold: null,
      mayEndCall: false,
    });
  });

  it('coerces null like absent values', () => {
    const nulls = {
      interruption_min_words: null,
      user_silence_hangup_seconds: null,
      user_online_detection_enabled: true,
      user_online_detection_seconds: null,
      user_online_detection_repeats: null,
      user_online_detection_message: null,
      automatic_call_ending: null,
    };
    const { interruptionMinWords, idleMs, idlePrompt } = effectiveBehaviour(nulls);
    assert.deepEqual(
      { interruptionMinWords, idleMs, idlePrompt },
      {
        interruptionMinWords: 0,
        idleMs: 10_000,
        idlePrompt: { message: '', repeats: 1 },
      },
    );
  });

  it('takes the idle timeout from online detection when enabled, else from the silence hang-up', () => {
    const both = { user_silence_hangup_seconds: 30, user_online_detection_seconds: 7.5 };
    assert.equal(effectiveBehaviour({ ...both, user_online_detection_enabled: true }).idleMs, 7_500);
    assert.equal(effectiveBehaviour({ ...both, user_online_detection_enabled: false }).idleMs, 30_000);
  });

  it('prompts an idle caller only with online detection', () => {
    const prompt = { user_online_detection_message: 'There?', user_online_detection_repeats: 3 };
    assert.isNull(effectiveBehaviour(prompt).idlePrompt);
    assert.deepEqual(effectiveBehaviour({ ...prompt, user_online_detection_enabled: true }).idlePrompt, {
      message: 'There?',
      repeats: 3,
    });
  });

  it('plays the closing message with and without online detection', () => {
    const closing = { user_online_detection_closing_message: 'Bye' };
    assert.equal(effectiveBehaviour(closing).closingMessage, 'Bye');
    assert.equal(effectiveBehaviour({ ...closing, user_online_detection_enabled: true }).closingMessage, 'Bye');
  });

  it('plays hold messages only with a positive wait and a text', () => {
    const hold = { hold_message_timeout_seconds: 1.5, hold_messages: ['', 'One moment', '  ', 'Let me see'] };
    assert.deepEqual(effectiveBehaviour(hold).hold, { afterMs: 1_500, messages: ['One moment', 'Let me see'] });
    assert.isNull(effectiveBehaviour({ ...hold, hold_message_timeout_seconds: 0 }).hold);
    assert.isNull(effectiveBehaviour({ ...hold, hold_message_timeout_seconds: null }).hold);
    assert.isNull(effectiveBehaviour({ ...hold, hold_messages: [' ', ''] }).hold);
    assert.isNull(effectiveBehaviour({ ...hold, hold_messages: [] }).hold);
  });

  it('lets the model end the call only when both settings are on', () => {
    const ending = (enabled: boolean, graceful_llm_call_ending: boolean): boolean =>
      effectiveBehaviour({ automatic_call_ending: { enabled, graceful_llm_call_ending } }).mayEndCall;
    assert.isTrue(ending(true, true));
    assert.isFalse(ending(true, false));
    assert.isFalse(ending(false, true));
  });

  it('clamps timeouts to a day', () => {
    assert.equal(effectiveBehaviour({ user_silence_hangup_seconds: 1e308 }).idleMs, 86_400_000);
  });

  it('does not limit the duration of a call', () => {
    assert.deepEqual(effectiveBehaviour({ call_timeout_seconds: 1 }), effectiveBehaviour({}));
  });
});

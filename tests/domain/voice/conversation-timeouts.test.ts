import { assert } from 'chai';
import {
  asked,
  done,
  dropped,
  due,
  elapses,
  greeted,
  hears,
  hushes,
  partly,
  sounds,
  spoken,
  starts,
  thinks,
  breaks,
} from './conversation-table.ts';

describe('a hold message', () => {
  const hold = { afterMs: 2_000, messages: ['One moment.'] };

  it('fills the wait for the model once, and the answer follows it', () => {
    const scene = greeted({ hold })
      .after([2, sounds], [2.8, hushes])
      .plays([
        [3, hears('What time is it?'), 'think 2: What time is it?', 'fill in 2', 'wait model_output 8'],
        [5, due('One moment.'), 'say 3: One moment.', 'end 3', 'wait model_output 8'],
        [5.2, starts(3), 'wait model_output 8'],
        [6, thinks(2, 'It is noon.'), 'no fill', 'wait model_output 8'],
        [6.1, done(2), 'say 4: It is noon.', 'no fill', 'end 4', 'no wait'],
        [6.4, spoken(3, 'One moment.'), 'wait first_audio 15'],
        [6.5, starts(4), 'no wait'],
        [8, spoken(4, 'It is noon.'), 'wait no_activity 300'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it?', 'agent: It is noon.']);
  });

  it('is called off by the first words of the answer, though they make no sentence yet', () => {
    asked({ hold }).plays([
      [3.4, thinks(2, '\n'), 'wait model_output 8'],
      [3.5, thinks(2, 'It'), 'no fill', 'wait model_output 8'],
      [5, due('One moment.')],
    ]);
  });

  it('is spoken again for the next question only', () => {
    greeted()
      .after([1.5, due('One moment.')])
      .plays([[2, due('One moment.')]]);
    asked({ hold })
      .after([5, due('One moment.')], [5.2, starts(3)])
      .plays([[5.5, due('One moment.')]]);
  });

  it('is cut short by the caller like any speech, and leaves no trace in the context', () => {
    const scene = asked({ hold })
      .after([5, due('One moment.')], [5.2, starts(3)])
      .plays([
        [5.4, sounds, 'hold', 'wait unconfirmed_speech 3'],
        [5.7, partly('Hello?'), 'no fill', 'stop 2', 'drop 3', 'resume', 'no wait'],
        [5.7, dropped(3, 'One'), 'wait stalled_turn 10'],
        [6, hushes, 'wait final_transcript 3'],
        [6.2, hears('Hello?'), 'think 4: What time is it? Hello?', 'fill in 2', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? Hello?']);
  });

  it('that fails leaves the question running', () => {
    asked({ hold })
      .after([5, due('One moment.')])
      .plays([[5.5, breaks(3, ''), 'wait model_output 8']]);
  });
});

describe('silence', () => {
  const prompting = { idleMs: 10_000, idlePrompt: { message: 'Still there?', repeats: 2 }, closingMessage: 'Goodbye.' };

  it('is prompted as often as configured, then closed', () => {
    const scene = greeted(prompting).plays([
      [11, elapses('idle'), 'say 2: Still there?', 'end 2', 'wait first_audio 15'],
      [11.2, starts(2), 'no wait'],
      [12, spoken(2, 'Still there?'), 'wait idle 10'],
      [22, elapses('idle'), 'say 3: Still there?', 'end 3', 'wait first_audio 15'],
      [22.2, starts(3), 'no wait'],
      [23, spoken(3, 'Still there?'), 'wait idle 10'],
      [33, elapses('idle'), 'mute', 'say 4: Goodbye.', 'end 4', 'wait last_words 60'],
      [33.2, starts(4), 'wait last_words 60'],
      [34, spoken(4, 'Goodbye.'), 'hang up: idle', 'ended: idle', 'no wait'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'agent: Still there?', 'agent: Still there?', 'agent: Goodbye.']);
  });

  it('is counted anew after words, and not after noise', () => {
    greeted({ ...prompting, idlePrompt: { message: 'Still there?', repeats: 1 } })
      .after([11, elapses('idle')], [11.2, starts(2)], [12, spoken(2, 'Still there?')])
      .plays([
        [15, sounds, 'wait no_activity 300'],
        [15.6, hushes, 'wait final_transcript 3'],
        [15.8, hears(''), 'wait idle 10'],
        [25.8, elapses('idle'), 'mute', 'say 3: Goodbye.', 'end 3', 'wait last_words 60'],
      ]);
    greeted({ ...prompting, idlePrompt: { message: 'Still there?', repeats: 1 } })
      .after([11, elapses('idle')], [11.2, starts(2)], [12, spoken(2, 'Still there?')])
      .after([15, hears('Yes.')], [15.5, thinks(3, 'Good to know.')], [15.6, done(3)], [16, starts(4)])
      .plays([
        [17, spoken(4, 'Good to know.'), 'wait idle 10'],
        [27, elapses('idle'), 'say 5: Still there?', 'end 5', 'wait first_audio 15'],
      ]);
  });

  it('counts a blank prompt without speaking it', () => {
    greeted({ ...prompting, idlePrompt: { message: ' ', repeats: 2 } }).plays([
      [11, elapses('idle'), 'wait idle 10'],
      [21, elapses('idle'), 'wait idle 10'],
      [31, elapses('idle'), 'mute', 'say 2: Goodbye.', 'end 2', 'wait last_words 60'],
    ]);
  });

  it('ends the call at once when the closing message is blank, or only a picture', () => {
    greeted({ idleMs: 5_000, closingMessage: ' ' }).plays([[6, elapses('idle'), 'hang up: idle', 'ended: idle']]);
    greeted({ idleMs: 5_000, closingMessage: '👋' }).plays([
      [6, elapses('idle'), 'mute', 'hang up: idle', 'ended: idle'],
    ]);
  });

  it('closes the call the first time when detection is disabled', () => {
    greeted({ idleMs: 5_000, closingMessage: 'Goodbye.' }).plays([
      [6, elapses('idle'), 'mute', 'say 2: Goodbye.', 'end 2', 'wait last_words 60'],
    ]);
  });

  it('without an idle time still ends a call in which nothing happens for five minutes', () => {
    greeted().plays([[301, elapses('no_activity'), 'hang up: no_activity', 'ended: no_activity']]);
  });

  it('is measured from the last sound or word of either side', () => {
    greeted({ idleMs: 5_000 }).plays([
      [3, sounds, 'wait no_activity 300'],
      [4, hushes, 'wait final_transcript 3'],
      [7, elapses('final_transcript'), 'wait idle 5'],
      [8, hears('')],
      [9, hears('Hi'), 'think 2: Hi', 'wait model_output 8'],
    ]);
  });
});

describe('a wait', () => {
  it('that was called off, or never was, elapses without effect', () => {
    greeted({ idleMs: 5_000 }).plays([
      [2, sounds, 'wait no_activity 300'],
      [6, elapses('idle')],
      [6, elapses('last_words')],
      [6, elapses('model_output')],
      [6, elapses('false_interruption')],
    ]);
  });

  it('for the model starts anew with every piece, also after its first sentence was spoken', () => {
    asked()
      .after([3.5, thinks(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([[5, thinks(2, ' is'), 'wait model_output 8']]);
  });
});

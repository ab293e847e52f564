import { assert } from 'chai';
import {
  answering,
  asked,
  deaf,
  done,
  dropped,
  due,
  elapses,
  hears,
  hushes,
  partly,
  sounds,
  spoken,
  starts,
  thinks,
} from './conversation-table.ts';

describe('an interruption', () => {
  it('pauses the agent at the first sound, drops its speech at the first words, and answers them', () => {
    const scene = answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.4, partly('And'), 'drop 3', 'resume', 'no wait'],
      [5.4, dropped(3, 'It is noon. The'), 'wait stalled_turn 10'],
      [6, hushes, 'wait final_transcript 3'],
      [6.3, hears('And in Paris?'), 'think 4: And in Paris?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, [
      'agent: Hello.',
      'caller: What time is it?',
      'agent: It is noon. The',
      'caller: And in Paris?',
    ]);
  });

  it('stops the model too when its answer is still coming, and says nothing more of it', () => {
    asked()
      .after([3.5, thinks(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([
        [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
        [5.4, partly('And'), 'stop 2', 'drop 3', 'resume', 'no wait'],
        [5.4, dropped(3, 'It is'), 'wait stalled_turn 10'],
        [5.5, thinks(2, ' is out. ')],
        [5.6, done(2)],
      ]);
  });

  it('asks the model only when what was heard of the agent is known', () => {
    const scene = answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.3, hushes, 'wait false_interruption 2'],
      [5.4, hears('And in Paris?'), 'drop 3', 'resume', 'no wait'],
      [5.5, dropped(3, 'It is noon.'), 'think 4: And in Paris?', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: And in Paris?']);
  });

  it('drops everything that is queued behind the speech', () => {
    const hold = { afterMs: 2_000, messages: ['One moment.'] };
    const scene = asked({ hold })
      .after([5, due('One moment.')], [5.2, starts(3)], [5.4, thinks(2, 'It is noon. ')], [5.5, sounds])
      .plays([
        [5.8, hears('Hurry up'), 'no fill', 'stop 2', 'drop 3', 'drop 4', 'resume', 'no wait'],
        [5.8, dropped(3, 'One'), 'wait first_audio 15'],
        [5.8, dropped(4, ''), 'wait stalled_turn 10'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it?']);
  });
});

describe('a false alarm', () => {
  it('is over at once when the final result is empty', () => {
    answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.6, hushes, 'wait false_interruption 2'],
      [5.8, hears(''), 'resume', 'no wait'],
      [9, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
    ]);
  });

  it('is over after two seconds of nothing at all', () => {
    answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.6, hushes, 'wait false_interruption 2'],
      [7.6, elapses('false_interruption'), 'resume', 'wait final_transcript 3'],
      [10.6, elapses('final_transcript')],
    ]);
  });

  it('is over after three seconds of noise without words', () => {
    answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [8, elapses('unconfirmed_speech'), 'resume'],
      [9, hushes, 'wait final_transcript 3'],
      [9.2, hears(''), 'no wait'],
    ]);
  });

  it('holds the agent five seconds in all when the noise comes and goes, and not again before it is decided', () => {
    answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [6, hushes, 'wait false_interruption 2'],
      [7, sounds, 'wait unconfirmed_speech 3'],
      [7.2, hears('')],
      [8, hushes, 'wait false_interruption 2'],
      [9, sounds, 'wait unconfirmed_speech 1'],
      [10, elapses('unconfirmed_speech'), 'resume'],
      [10.5, hushes, 'wait final_transcript 3'],
      [11, sounds, 'no wait'],
      [11.5, hushes, 'wait final_transcript 3'],
      [11.7, hears(''), 'no wait'],
      [12, sounds, 'hold', 'wait unconfirmed_speech 3'],
    ]);
  });

  it('lets the model go on, and its answer is spoken afterwards', () => {
    asked().plays([
      [3.2, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [3.5, thinks(2, 'It is noon. '), 'say 3: It is noon.', 'wait unconfirmed_speech 3'],
      [3.6, done(2), 'end 3'],
      [3.8, hushes, 'wait false_interruption 2'],
      [4, hears(''), 'resume', 'wait first_audio 15'],
    ]);
  });

  it('ends as well when the transcription fails: the agent goes on and asks to repeat', () => {
    answering().plays([
      [5, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [5.5, hushes, 'wait false_interruption 2'],
      [
        5.7,
        deaf(true),
        'say 4: I am sorry, I did not catch that.',
        'say 4: Could you say it again?',
        'end 4',
        'wait false_interruption 2',
      ],
      [7.7, elapses('false_interruption'), 'resume'],
    ]);
  });
});

describe('a minimum of words', () => {
  const picky = { interruptionMinWords: 3 };

  it('lets the agent talk on through short sounds, which never reach the prompt', () => {
    const scene = answering(picky).plays([
      [5, sounds],
      [5.2, partly('mhm')],
      [5.5, hushes, 'wait final_transcript 3'],
      [5.7, hears('Mhm, yes.'), 'no wait'],
      [6.5, sounds],
      [6.8, hushes, 'wait final_transcript 3'],
      [7, hears('Okay.'), 'no wait'],
      [9, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [10, sounds, 'wait no_activity 300'],
      [10.5, hushes, 'wait final_transcript 3'],
      [10.6, hears('Thanks'), 'think 4: Thanks', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon. The sun is out.', 'caller: Thanks']);
  });

  it('interrupts with so many words in one result, without a pause before', () => {
    const scene = answering(picky).plays([
      [5, sounds],
      [5.3, partly('no no')],
      [5.5, partly('no no stop'), 'drop 3'],
      [5.5, dropped(3, 'It is noon.'), 'wait stalled_turn 10'],
      [6, hushes, 'wait final_transcript 3'],
      [6.2, hears('No.'), 'think 4: No.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(2), ['agent: It is noon.', 'caller: No.']);
  });

  it('does not add up over results', () => {
    answering(picky).plays([
      [5, sounds],
      [5.3, hears('yes')],
      [5.6, hears('yes okay')],
      [5.9, hears('sure')],
      [6.2, hushes, 'wait final_transcript 3'],
      [6.3, hears(''), 'no wait'],
    ]);
  });

  it('counts only while the agent is heard: before that, one word is enough', () => {
    asked(picky).plays([
      [3.4, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [3.6, partly('wait'), 'stop 2', 'resume', 'wait stalled_turn 10'],
    ]);
  });

  it('of one is a word, which pauses the agent at the first sound', () => {
    answering({ interruptionMinWords: 1 }).plays([[5, sounds, 'hold', 'wait unconfirmed_speech 3']]);
  });

  it('lets a caller go on who began while the agent spoke', () => {
    answering(picky).plays([
      [8.5, sounds],
      [9, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
      [9.2, partly('Great'), 'wait stalled_turn 10'],
      [9.5, hushes, 'wait final_transcript 3'],
      [9.6, hears('Great.'), 'think 4: Great.', 'wait model_output 8'],
    ]);
  });
});

import { assert } from 'chai';
import {
  asked,
  done,
  elapses,
  greeted,
  hears,
  hushes,
  partly,
  sounds,
  spoken,
  starts,
  dropped,
  fails,
  thinks,
  types,
} from './conversation-table.ts';

describe('a turn', () => {
  it('goes from sound to words to the model to the voice and back to the caller', () => {
    const scene = greeted({ systemPrompt: 'Be kind.' }).plays([
      [2, sounds, 'wait no_activity 300'],
      [2.4, partly('What time'), 'wait stalled_turn 10'],
      [2.8, hushes, 'wait final_transcript 3'],
      [3, hears('What time is it?'), 'think 2: What time is it?', 'wait model_output 8'],
      [3.4, thinks(2, 'It is'), 'wait model_output 8'],
      [3.5, thinks(2, ' noon. The sun'), 'say 3: It is noon.', 'wait model_output 8'],
      [3.6, thinks(2, ' is out.'), 'wait model_output 8'],
      [3.7, done(2), 'say 3: The sun is out.', 'end 3', 'wait first_audio 15'],
      [4, starts(3), 'no wait'],
      [6, spoken(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
    ]);
    assert.deepEqual(scene.context, [
      'system: Be kind.',
      'agent: Hello.',
      'caller: What time is it?',
      'agent: It is noon. The sun is out.',
    ]);
  });

  it('begins its answer with the first clause', () => {
    asked().plays([
      [3.5, thinks(2, 'Well, let me see, it is '), 'say 3: Well, let me see,', 'wait model_output 8'],
      [3.6, thinks(2, 'noon, or so. '), 'say 3: it is noon, or so.', 'wait model_output 8'],
    ]);
  });

  it('waits for the end of speech when the final result comes before it', () => {
    greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.5, hears('Good morning.'), 'wait stalled_turn 10'],
      [2.8, hushes, 'wait final_transcript 3'],
      [2.9, hears(''), 'think 2: Good morning.', 'wait model_output 8'],
    ]);
  });

  it('collects several final results, and goes on when the caller does', () => {
    greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.5, hears('Good morning.'), 'wait stalled_turn 10'],
      [3, hushes, 'wait final_transcript 3'],
      [3.2, sounds, 'wait stalled_turn 10'],
      [3.3, hears('')],
      [3.5, hears('I would like'), 'wait stalled_turn 10'],
      [4, hushes, 'wait final_transcript 3'],
      [4.2, hears('a table.'), 'think 2: Good morning. I would like a table.', 'wait model_output 8'],
    ]);
  });

  it('makes do with what is known when the final result never comes', () => {
    greeted().plays([
      [2, sounds, 'wait no_activity 300'],
      [2.5, hears('Good morning.'), 'wait stalled_turn 10'],
      [2.8, partly('A table'), 'wait stalled_turn 10'],
      [3, partly('A table please'), 'wait stalled_turn 10'],
      [3.5, hushes, 'wait final_transcript 3'],
      [6.5, elapses('final_transcript'), 'think 2: Good morning. A table please', 'wait model_output 8'],
    ]);
  });

  it('answers the words that took the floor even when an empty final result takes them back', () => {
    greeted()
      .after([2, sounds], [2.4, partly('Hello')], [2.8, hushes])
      .plays([[3, hears(''), 'think 2: Hello', 'wait model_output 8']]);
  });

  it('is released without silence when sound goes on and no further words come', () => {
    greeted()
      .after([2, sounds], [2.5, hears('Good morning.')])
      .plays([
        [12.5, elapses('stalled_turn'), 'think 2: Good morning.', 'wait model_output 8'],
        [20, hushes],
        [20.2, hears('')],
      ]);
  });

  it('takes words of a caller whose sound went unnoticed, with and without a final result', () => {
    greeted().plays([[2, hears('Hello there'), 'think 2: Hello there', 'wait model_output 8']]);
    greeted().plays([
      [2, partly('Hello'), 'wait final_transcript 3'],
      [2.5, partly('Hello there'), 'wait final_transcript 3'],
      [5.5, elapses('final_transcript'), 'think 2: Hello there', 'wait model_output 8'],
    ]);
  });

  it('is nothing when there were no words in it', () => {
    greeted({ idleMs: 10_000 }).plays([
      [2, sounds, 'wait no_activity 300'],
      [2.5, hushes, 'wait final_transcript 3'],
      [2.7, hears(' … '), 'wait idle 10'],
      [3, hears('')],
    ]);
  });

  it('that goes on while the model thinks becomes one message', () => {
    const scene = asked().plays([
      [3.4, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [3.8, partly('In Paris'), 'stop 2', 'resume', 'wait stalled_turn 10'],
      [4, hushes, 'wait final_transcript 3'],
      [4.2, hears('In Paris.'), 'think 3: What time is it? In Paris.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? In Paris.']);
  });

  it('that goes on between the first words of the answer and its sound drops what nobody heard', () => {
    const scene = asked().plays([
      [3.5, thinks(2, 'It is noon. The'), 'say 3: It is noon.', 'wait model_output 8'],
      [3.6, sounds, 'hold', 'wait unconfirmed_speech 3'],
      [3.9, partly('In Paris'), 'stop 2', 'drop 3', 'resume', 'wait first_audio 15'],
      [3.9, dropped(3, ''), 'wait stalled_turn 10'],
      [4.1, hushes, 'wait final_transcript 3'],
      [4.2, hears('In Paris.'), 'think 4: What time is it? In Paris.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? In Paris.']);
  });
});

describe('typed text', () => {
  it('is a whole turn at once', () => {
    greeted().plays([
      [2, types('  ')],
      [3, types(' What time is it? '), 'think 2: What time is it?', 'wait model_output 8'],
    ]);
  });

  it('interrupts the agent without a minimum of words', () => {
    const scene = greeted({ interruptionMinWords: 5 })
      .after([2, types('Hi')], [2.5, thinks(2, 'Good day to you, stranger.')], [2.6, done(2)], [3, starts(3)])
      .plays([
        [4, types('Stop'), 'drop 3'],
        [4, dropped(3, 'Good day'), 'think 4: Stop', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: Hi', 'agent: Good day', 'caller: Stop']);
  });

  it('waits for the next turn when it is not to be answered now, and interrupts nothing', () => {
    const scene = greeted()
      .after([2, types('Hi')], [2.5, thinks(2, 'Good day to you.')], [2.6, done(2)], [3, starts(3)])
      .plays([
        [4, types('My name is Ada.', { runImmediately: false })],
        [4.5, types('I am new.', { runImmediately: false })],
        [5, spoken(3, 'Good day to you.'), 'wait no_activity 300'],
        [6, types('Who am I?'), 'think 4: My name is Ada. I am new. Who am I?', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, [
      ...['agent: Hello.', 'caller: Hi', 'agent: Good day to you.', 'caller: My name is Ada. I am new. Who am I?'],
    ]);
  });

  it('is answered in writing where that is asked for, and an interrupted answer keeps what was written', () => {
    const silent = { audioResponse: false };
    const scene = greeted({ hold: { afterMs: 1_000, messages: ['One moment.'] } }).plays([
      [2, types('What time is it?', silent), 'think 2: What time is it?', 'wait model_output 8'],
      [3, thinks(2, 'It is noon. And'), 'no fill', 'wait model_output 8'],
      [4, thinks(2, ' sunny. Or'), 'wait model_output 8'],
      [5, types('Where?', silent), 'no fill', 'stop 2', 'think 3: Where?', 'wait model_output 8'],
      [6, fails(3), 'no fill', 'stop 3', 'wait no_activity 300'],
      [7, types('Say it', {}), 'think 4: Say it', 'fill in 1', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(1), [
      'caller: What time is it?',
      'agent: It is noon. And sunny.',
      'caller: Where?',
      'agent: I am sorry, I am having trouble answering. Could you say that again?',
      'caller: Say it',
    ]);
  });

  it('replaces the question it follows, with a wait of its own', () => {
    asked().plays([[5, types('In Paris'), 'stop 2', 'think 3: What time is it? In Paris', 'wait model_output 8']]);
  });

  it('belongs to the turn of a caller who speaks at the same time', () => {
    greeted()
      .after([2, sounds], [2.4, hears('My name is')], [2.6, types('Ada')])
      .plays([
        [3, hushes, 'wait final_transcript 3'],
        [3.2, hears(''), 'think 2: My name is Ada', 'wait model_output 8'],
      ]);
  });
});

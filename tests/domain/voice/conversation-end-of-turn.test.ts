import { assert } from 'chai';
import {
  awaitingReply,
  completes,
  elapses,
  greeted,
  final,
  stops,
  interim,
  talks,
  played,
  starts,
  cancelled,
  generationFails,
  generates,
  types,
} from './conversation-table.ts';

describe('turn', () => {
  it('passes through VAD, STT, LLM and TTS back to the caller', () => {
    const scene = greeted({ systemPrompt: 'Be kind.' }).plays([
      [2, talks, 'wait no_activity 300'],
      [2.4, interim('What time'), 'wait turn_end 10'],
      [2.8, stops, 'wait final_transcript 3'],
      [3, final('What time is it?'), 'generate 2: What time is it?', 'wait model_output 8'],
      [3.4, generates(2, 'It is'), 'wait model_output 8'],
      [3.5, generates(2, ' noon. The sun'), 'say 3: It is noon.', 'wait model_output 8'],
      [3.6, generates(2, ' is out.'), 'wait model_output 8'],
      [3.7, completes(2), 'say 3: The sun is out.', 'end 3', 'wait first_audio 15'],
      [4, starts(3), 'no wait'],
      [6, played(3, 'It is noon. The sun is out.'), 'wait no_activity 300'],
    ]);
    assert.deepEqual(scene.context, [
      'system: Be kind.',
      'agent: Hello.',
      'caller: What time is it?',
      'agent: It is noon. The sun is out.',
    ]);
  });

  it('starts the reply with the first clause', () => {
    awaitingReply().plays([
      [3.5, generates(2, 'Well, let me see, it is '), 'say 3: Well, let me see,', 'wait model_output 8'],
      [3.6, generates(2, 'noon, or so. '), 'say 3: it is noon, or so.', 'wait model_output 8'],
    ]);
  });

  it('waits for the end of speech after an early final transcript', () => {
    greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.5, final('Good morning.'), 'wait turn_end 10'],
      [2.8, stops, 'wait final_transcript 3'],
      [2.9, final(''), 'generate 2: Good morning.', 'wait model_output 8'],
    ]);
  });

  it('joins several final transcripts while the caller continues', () => {
    greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.5, final('Good morning.'), 'wait turn_end 10'],
      [3, stops, 'wait final_transcript 3'],
      [3.2, talks, 'wait turn_end 10'],
      [3.3, final('')],
      [3.5, final('I would like'), 'wait turn_end 10'],
      [4, stops, 'wait final_transcript 3'],
      [4.2, final('a table.'), 'generate 2: Good morning. I would like a table.', 'wait model_output 8'],
    ]);
  });

  it('ends with the interim words when the final transcript is missing', () => {
    greeted().plays([
      [2, talks, 'wait no_activity 300'],
      [2.5, final('Good morning.'), 'wait turn_end 10'],
      [2.8, interim('A table'), 'wait turn_end 10'],
      [3, interim('A table please'), 'wait turn_end 10'],
      [3.5, stops, 'wait final_transcript 3'],
      [6.5, elapses('final_transcript'), 'generate 2: Good morning. A table please', 'wait model_output 8'],
    ]);
  });

  it('answers the words that confirmed it although the final transcript is empty', () => {
    greeted()
      .after([2, talks], [2.4, interim('Hello')], [2.8, stops])
      .plays([[3, final(''), 'generate 2: Hello', 'wait model_output 8']]);
  });

  it('ends without silence after 10 s of sound without further words', () => {
    greeted()
      .after([2, talks], [2.5, final('Good morning.')])
      .plays([
        [12.5, elapses('turn_end'), 'end utterance', 'rearm', 'wait final_transcript 3'],
        [12.7, final(''), 'generate 2: Good morning.', 'wait model_output 8'],
        [20, stops],
        [20.2, final('')],
      ]);
  });

  it('accepts words that VAD missed, with or without a final transcript', () => {
    greeted().plays([[2, final('Hello there'), 'generate 2: Hello there', 'wait model_output 8']]);
    greeted().plays([
      [2, interim('Hello'), 'wait final_transcript 3'],
      [2.5, interim('Hello there'), 'wait final_transcript 3'],
      [5.5, elapses('final_transcript'), 'generate 2: Hello there', 'wait model_output 8'],
    ]);
  });

  it('is discarded when it has no words', () => {
    greeted({ idleMs: 10_000 }).plays([
      [2, talks, 'wait no_activity 300'],
      [2.5, stops, 'wait final_transcript 3'],
      [2.7, final(' … '), 'wait idle 10'],
      [3, final('')],
    ]);
  });

  it('joins words spoken during the generation into one message', () => {
    const scene = awaitingReply().plays([
      [3.4, talks, 'pause', 'wait unconfirmed_speech 3'],
      [3.8, interim('In Paris'), 'cancel generation 2', 'resume', 'wait turn_end 10'],
      [4, stops, 'wait final_transcript 3'],
      [4.2, final('In Paris.'), 'generate 3: What time is it? In Paris.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? In Paris.']);
  });

  it('cancels a reply that was not audible yet when the caller continues', () => {
    const scene = awaitingReply().plays([
      [3.5, generates(2, 'It is noon. The'), 'say 3: It is noon.', 'wait model_output 8'],
      [3.6, talks, 'pause', 'wait unconfirmed_speech 3'],
      [3.9, interim('In Paris'), 'cancel generation 2', 'cancel speech 3', 'resume', 'wait first_audio 15'],
      [3.9, cancelled(3, ''), 'wait turn_end 10'],
      [4.1, stops, 'wait final_transcript 3'],
      [4.2, final('In Paris.'), 'generate 4: What time is it? In Paris.', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? In Paris.']);
  });
});

describe('text input', () => {
  it('is a whole turn', () => {
    greeted().plays([
      [2, types('  ')],
      [3, types(' What time is it? '), 'generate 2: What time is it?', 'wait model_output 8'],
    ]);
  });

  it('interrupts the agent without a minimum of words', () => {
    const scene = greeted({ interruptionMinWords: 5 })
      .after([2, types('Hi')], [2.5, generates(2, 'Good day to you, stranger.')], [2.6, completes(2)], [3, starts(3)])
      .plays([
        [4, types('Stop'), 'cancel speech 3'],
        [4, cancelled(3, 'Good day'), 'generate 4: Stop', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: Hi', 'agent: Good day', 'caller: Stop']);
  });

  it('waits for the next turn and interrupts nothing with runImmediately false', () => {
    const scene = greeted()
      .after([2, types('Hi')], [2.5, generates(2, 'Good day to you.')], [2.6, completes(2)], [3, starts(3)])
      .plays([
        [4, types('My name is Ada.', { runImmediately: false })],
        [4.5, types('I am new.', { runImmediately: false })],
        [5, played(3, 'Good day to you.'), 'wait no_activity 300'],
        [6, types('Who am I?'), 'generate 4: My name is Ada. I am new. Who am I?', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, [
      ...['agent: Hello.', 'caller: Hi', 'agent: Good day to you.', 'caller: My name is Ada. I am new. Who am I?'],
    ]);
  });

  it('gets a text reply on request, and an interrupted one keeps the text sent', () => {
    const silent = { audioResponse: false };
    const scene = greeted({ hold: { afterMs: 1_000, messages: ['One moment.'] } }).plays([
      [2, types('What time is it?', silent), 'generate 2: What time is it?', 'wait model_output 8'],
      [3, generates(2, 'It is noon. And'), 'no hold message', 'wait model_output 8'],
      [4, generates(2, ' sunny. Or'), 'wait model_output 8'],
      [
        5,
        types('Where?', silent),
        'no hold message',
        'cancel generation 2',
        'generate 3: Where?',
        'wait model_output 8',
      ],
      [6, generationFails(3), 'no hold message', 'cancel generation 3', 'wait no_activity 300'],
      [7, types('Say it', {}), 'generate 4: Say it', 'hold message in 1', 'wait model_output 8'],
    ]);
    assert.deepEqual(scene.context.slice(1), [
      'caller: What time is it?',
      'agent: It is noon. And sunny.',
      'caller: Where?',
      'agent: I am sorry, I am having trouble answering. Could you say that again?',
      'caller: Say it',
    ]);
  });

  it('replaces the running generation and restarts the wait', () => {
    awaitingReply().plays([
      [5, types('In Paris'), 'cancel generation 2', 'generate 3: What time is it? In Paris', 'wait model_output 8'],
    ]);
  });

  it('joins the turn of a caller who is speaking', () => {
    greeted()
      .after([2, talks], [2.4, final('My name is')], [2.6, types('Ada')])
      .plays([
        [3, stops, 'wait final_transcript 3'],
        [3.2, final(''), 'generate 2: My name is Ada', 'wait model_output 8'],
      ]);
  });
});

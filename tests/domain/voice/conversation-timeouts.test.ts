import { assert } from 'chai';
import {
  awaitingReply,
  completes,
  cancelled,
  holdMessageDue,
  elapses,
  greeted,
  final,
  stops,
  interim,
  talks,
  played,
  starts,
  generates,
  speechFails,
} from './conversation-table.ts';

describe('hold message', () => {
  const hold = { afterMs: 2_000, messages: ['One moment.'] };

  it('plays once while the reply takes long, before the reply', () => {
    const scene = greeted({ hold })
      .after([2, talks], [2.8, stops])
      .plays([
        [3, final('What time is it?'), 'generate 2: What time is it?', 'hold message in 2', 'wait model_output 8'],
        [5, holdMessageDue('One moment.'), 'say 3: One moment.', 'end 3', 'wait model_output 8'],
        [5.2, starts(3), 'wait model_output 8'],
        [6, generates(2, 'It is noon.'), 'no hold message', 'wait model_output 8'],
        [6.1, completes(2), 'say 4: It is noon.', 'no hold message', 'end 4', 'no wait'],
        [6.4, played(3, 'One moment.'), 'wait first_audio 15'],
        [6.5, starts(4), 'no wait'],
        [8, played(4, 'It is noon.'), 'wait no_activity 300'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it?', 'agent: It is noon.']);
  });

  it('is cancelled by the first token of the reply', () => {
    awaitingReply({ hold }).plays([
      [3.4, generates(2, '\n'), 'wait model_output 8'],
      [3.5, generates(2, 'It'), 'no hold message', 'wait model_output 8'],
      [5, holdMessageDue('One moment.')],
    ]);
  });

  it('plays again only for the next turn', () => {
    greeted()
      .after([1.5, holdMessageDue('One moment.')])
      .plays([[2, holdMessageDue('One moment.')]]);
    awaitingReply({ hold })
      .after([5, holdMessageDue('One moment.')], [5.2, starts(3)])
      .plays([[5.5, holdMessageDue('One moment.')]]);
  });

  it('can be interrupted and never enters the context', () => {
    const scene = awaitingReply({ hold })
      .after([5, holdMessageDue('One moment.')], [5.2, starts(3)])
      .plays([
        [5.4, talks, 'pause', 'wait unconfirmed_speech 3'],
        [5.7, interim('Hello?'), 'no hold message', 'cancel generation 2', 'cancel speech 3', 'resume', 'no wait'],
        [5.7, cancelled(3, 'One'), 'wait turn_end 10'],
        [6, stops, 'wait final_transcript 3'],
        [6.2, final('Hello?'), 'generate 4: What time is it? Hello?', 'hold message in 2', 'wait model_output 8'],
      ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'caller: What time is it? Hello?']);
  });

  it('keeps the generation running when it fails', () => {
    awaitingReply({ hold })
      .after([5, holdMessageDue('One moment.')])
      .plays([[5.5, speechFails(3, ''), 'wait model_output 8']]);
  });
});

describe('idle timeout', () => {
  const prompting = { idleMs: 10_000, idlePrompt: { message: 'Still there?', repeats: 2 }, closingMessage: 'Goodbye.' };

  it('prompts as often as configured, then closes the call', () => {
    const scene = greeted(prompting).plays([
      [11, elapses('idle'), 'say 2: Still there?', 'end 2', 'wait first_audio 15'],
      [11.2, starts(2), 'no wait'],
      [12, played(2, 'Still there?'), 'wait idle 10'],
      [22, elapses('idle'), 'say 3: Still there?', 'end 3', 'wait first_audio 15'],
      [22.2, starts(3), 'no wait'],
      [23, played(3, 'Still there?'), 'wait idle 10'],
      [33, elapses('idle'), 'mute', 'say 4: Goodbye.', 'end 4', 'wait last_words 60'],
      [33.2, starts(4), 'wait last_words 60'],
      [34, played(4, 'Goodbye.'), 'hang up: idle', 'ended: idle', 'no wait'],
    ]);
    assert.deepEqual(scene.context, ['agent: Hello.', 'agent: Still there?', 'agent: Still there?', 'agent: Goodbye.']);
  });

  it('restarts the count of prompts after words, not after noise', () => {
    greeted({ ...prompting, idlePrompt: { message: 'Still there?', repeats: 1 } })
      .after([11, elapses('idle')], [11.2, starts(2)], [12, played(2, 'Still there?')])
      .plays([
        [15, talks, 'wait no_activity 300'],
        [15.6, stops, 'wait final_transcript 3'],
        [15.8, final(''), 'wait idle 10'],
        [25.8, elapses('idle'), 'mute', 'say 3: Goodbye.', 'end 3', 'wait last_words 60'],
      ]);
    greeted({ ...prompting, idlePrompt: { message: 'Still there?', repeats: 1 } })
      .after([11, elapses('idle')], [11.2, starts(2)], [12, played(2, 'Still there?')])
      .after([15, final('Yes.')], [15.5, generates(3, 'Good to know.')], [15.6, completes(3)], [16, starts(4)])
      .plays([
        [17, played(4, 'Good to know.'), 'wait idle 10'],
        [27, elapses('idle'), 'say 5: Still there?', 'end 5', 'wait first_audio 15'],
      ]);
  });

  it('counts a blank prompt without playing it', () => {
    greeted({ ...prompting, idlePrompt: { message: ' ', repeats: 2 } }).plays([
      [11, elapses('idle'), 'wait idle 10'],
      [21, elapses('idle'), 'wait idle 10'],
      [31, elapses('idle'), 'mute', 'say 2: Goodbye.', 'end 2', 'wait last_words 60'],
    ]);
  });

  it('ends the call at once when the closing message has no words', () => {
    greeted({ idleMs: 5_000, closingMessage: ' ' }).plays([[6, elapses('idle'), 'hang up: idle', 'ended: idle']]);
    greeted({ idleMs: 5_000, closingMessage: '👋' }).plays([
      [6, elapses('idle'), 'mute', 'hang up: idle', 'ended: idle'],
    ]);
  });

  it('closes the call at the first timeout when prompts are disabled', () => {
    greeted({ idleMs: 5_000, closingMessage: 'Goodbye.' }).plays([
      [6, elapses('idle'), 'mute', 'say 2: Goodbye.', 'end 2', 'wait last_words 60'],
    ]);
  });

  it('gives way to 5 minutes without activity when it is disabled', () => {
    greeted().plays([[301, elapses('no_activity'), 'hang up: no_activity', 'ended: no_activity']]);
  });

  it('counts from the last sound or word of caller or agent', () => {
    greeted({ idleMs: 5_000 }).plays([
      [3, talks, 'wait no_activity 300'],
      [4, stops, 'wait final_transcript 3'],
      [7, elapses('final_transcript'), 'wait idle 5'],
      [8, final('')],
      [9, final('Hi'), 'generate 2: Hi', 'wait model_output 8'],
    ]);
  });
});

describe('timer', () => {
  it('has no effect when it was cancelled or never armed', () => {
    greeted({ idleMs: 5_000 }).plays([
      [2, talks, 'wait no_activity 300'],
      [6, elapses('idle')],
      [6, elapses('last_words')],
      [6, elapses('model_output')],
      [6, elapses('false_interruption')],
    ]);
  });

  it('for the model restarts with every chunk, even after the first sentence was played', () => {
    awaitingReply()
      .after([3.5, generates(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([[5, generates(2, ' is'), 'wait model_output 8']]);
  });
});

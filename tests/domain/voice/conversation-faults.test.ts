import { assert } from 'chai';
import {
  APOLOGY,
  replying,
  awaitingReply,
  speechFails,
  sttFails,
  completes,
  cancelled,
  holdMessageDue,
  elapses,
  generationFails,
  greeted,
  final,
  stops,
  connects,
  ConversationTable,
  apology,
  talks,
  played,
  starts,
  generates,
} from './conversation-table.ts';

describe('fault handling of the conversation', () => {
  it('apologises when the model fails', () => {
    const scene = awaitingReply().plays([
      [3.5, generationFails(2), 'cancel generation 2', ...apology(3), 'wait first_audio 15'],
      [4, starts(3), 'no wait'],
      [6, played(3, APOLOGY.join(' ')), 'wait no_activity 300'],
    ]);
    assert.equal(scene.context.at(-1), `agent: ${APOLOGY.join(' ')}`);
  });

  it('is a reply without words or without output in time', () => {
    awaitingReply().plays([[3.5, completes(2), ...apology(3), 'wait first_audio 15']]);
    awaitingReply()
      .after([4, generates(2, ' \n')])
      .plays([[5, completes(2), ...apology(3), 'wait first_audio 15']]);
    awaitingReply().plays([[11, elapses('model_output'), 'cancel generation 2', ...apology(3), 'wait first_audio 15']]);
  });

  it('keeps the words so far and apologises after them when the model fails in mid-reply', () => {
    awaitingReply()
      .after([3.5, generates(2, 'It is noon. The sun')], [4, starts(3)])
      .plays([
        [11.5, elapses('model_output'), 'cancel generation 2', 'end 3', ...apology(4)],
        [11.6, generates(2, ' is out.')],
        [12, played(3, 'It is noon.'), 'wait first_audio 15'],
      ]);
  });

  it('ends the call when it is the third in a row, with or without hold messages between', () => {
    const scene = greeted({ hold: { afterMs: 2_000, messages: ['One moment.'] } });
    const rounds = [2, 5, 8].map((id, round): [number, number] => [id, 10 + 20 * round]);
    for (const [question, at] of rounds.slice(0, 2))
      scene
        .after([at, final('Hello?')], [at + 2, holdMessageDue('One moment.')], [at + 2.2, starts(question + 1)])
        .after([at + 3, played(question + 1, 'One moment.')], [at + 9, elapses('model_output')])
        .after([at + 10, starts(question + 2)], [at + 12, played(question + 2, 'Sorry.')]);
    scene
      .after([50, final('Hello?')])
      .plays([
        [
          51,
          generationFails(8),
          'no hold message',
          'cancel generation 8',
          'hang up: failed',
          'ended: failed',
          'no wait',
        ],
      ]);
  });

  it('is no longer counted after a played reply', () => {
    awaitingReply()
      .after(
        [3.5, generationFails(2)],
        [4, starts(3)],
        [5, played(3, 'Sorry.')],
        [6, final('Hello?')],
        [6.5, generationFails(4)],
      )
      .after([7, starts(5)], [8, played(5, 'Sorry.')], [9, final('Hello?')], [9.5, generates(6, 'Here I am.')])
      .after([9.6, completes(6)], [10, starts(7)], [11, played(7, 'Here I am.')], [12, final('Good')])
      .plays([[13, generationFails(8), 'cancel generation 8', ...apology(9), 'wait first_audio 15']]);
  });

  it('apologises for a TTS failure if a reply is due, and ends the call at the third', () => {
    const scene = new ConversationTable().plays([
      [0, connects, 'say 1: Hello.', 'end 1', 'wait first_audio 15'],
      [5, speechFails(1, ''), 'wait no_activity 300'],
    ]);
    scene.after([6, final('Hello?')], [6.5, generates(2, 'It is noon. The')]).plays([
      [8, speechFails(3, ''), 'cancel generation 2', ...apology(4), 'wait first_audio 15'],
      [9, speechFails(4, ''), 'hang up: failed', 'ended: failed', 'no wait'],
    ]);
    assert.lengthOf(
      scene.events.filter(({ type }) => type === 'ended'),
      1,
    );
  });

  it('keeps the played text when TTS fails in mid-speech', () => {
    const scene = replying().plays([[5, speechFails(3, 'It is noon.'), ...apology(4), 'wait first_audio 15']]);
    assert.equal(scene.context.at(-1), 'agent: It is noon.');
  });

  it('asks the caller to repeat after an STT failure only if the caller was speaking', () => {
    const sorryAgain = ['say 2: I am sorry, I did not catch that.', 'say 2: Could you say it again?', 'end 2'];
    greeted().plays([[2, sttFails(true)]]);
    greeted()
      .after([2, talks], [3, stops])
      .plays([[3.5, sttFails(true), ...sorryAgain, 'wait first_audio 15']]);
  });

  it('ends the call at an STT failure that is not retryable', () => {
    greeted().plays([[2, sttFails(false), 'hang up: failed', 'ended: failed', 'no wait']]);
  });

  it('cancels a speech without audio after 15 s', () => {
    awaitingReply()
      .after([3.5, generates(2, 'It is noon.')], [3.6, completes(2)])
      .plays([
        [18.6, elapses('first_audio'), 'cancel speech 3', 'wait first_audio 15'],
        [18.6, cancelled(3, ''), 'wait no_activity 300'],
      ]);
  });
});
